// Explains why the page does not work when it is opened as a file: browsers do not load modules from files.
// This is not a module, so that it is loaded even then.

if (location.protocol === "file:") {
  document.body.textContent = "Open this page through a web server, for example: python3 -m http.server (in this folder). 请通过网页服务器打开本页。";
}
