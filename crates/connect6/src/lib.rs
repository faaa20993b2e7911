//! Connect6 (六子棋) and its family Connect(m,n,k,p,q).

#![forbid(unsafe_code)]

pub mod patterns;
