"use client";

import { useEffect } from "react";
import { uses } from "../uses.js";

export default function Search() {
  useEffect(() => {
    globalThis.result = uses();
  }, []);
  return null;
}
