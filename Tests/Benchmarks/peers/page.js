// The measured work in plain Node: `node page.js STATE PORT`, where STATE is the JSON file that table.py writes.
const http = require("http"), fs = require("fs"), zlib = require("zlib");

const { form, sessions } = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const cells = form.sections.flatMap((section) => section.cells);
const byId = new Map(cells.map((cell) => [cell.id, cell]));
const labels = new Map(cells.filter((cell) => cell.options).map(
  (cell) => [cell.id, new Map(cell.options.map((option) => [option.value, option.label]))]));

const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => signs[sign]) : text;

const head = (title) => `<!DOCTYPE html>
<html lang="en" dir="ltr"><head><meta charset="utf-8"><title>${escaped(title)}</title><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="color-scheme" content="light dark"><link rel="icon" href="/assets/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="/assets/css/site.css"><link rel="stylesheet" href="/assets/css/later.css"><script type="module" async src="/assets/js/site.mjs"></script></head><body>`;

const mark = (cell) => cell.required ? `<span class="mark" aria-hidden="true">*</span>` : "";
const foot = (cell, problem) => `<div class="cell-foot"><p class="helper" id="${cell.id}_helper">${escaped(cell.helper)}</p>${
  problem ? `<p class="error" id="${cell.id}_error"><span class="hidden">Error: </span>${escaped(problem)}</p>` : ""}</div></div>`;
const label = (cell) => `<label class="cell-label" for="${cell.id}" id="${cell.id}_label">${escaped(cell.label)}${mark(cell)}</label>`;
const described = (cell, problem) => problem
  ? ` aria-invalid="true" aria-describedby="${cell.id}_helper ${cell.id}_error" aria-errormessage="${cell.id}_error"`
  : ` aria-describedby="${cell.id}_helper"`;

function entry(cell, session) {
  const problem = session.problems[cell.id];
  return `<div class="cell ${cell.type}" data-module="counter" data-limit="${cell.maxLength || 40}"${problem ? " data-invalid" : ""}>${label(cell)}<div class="field-box" data-module="clear"><input class="field" type="text" id="${cell.id}" name="${cell.id}" value="${escaped(session.values[cell.id])}" autocomplete="${cell.autocomplete || "off"}"${cell.required ? ` aria-required="true"` : ""}${described(cell, problem)}></div>${foot(cell, problem)}`;
}

function password(cell, session) {
  return `<div class="cell password">${label(cell)}<div class="field-box" data-module="password"><input class="field" type="password" dir="ltr" id="${cell.id}" name="${cell.id}" autocomplete="current-password" autocapitalize="none" spellcheck="false"${cell.required ? " required" : ""} aria-describedby="${cell.id}_helper ${cell.id}_state"></div>${session.values[cell.id] ? `<div class="password-entered"><input type="hidden" name="_held" value="${cell.id}"><p class="helper" id="${cell.id}_state">A password was entered. Leave the field empty to keep it.</p><button class="plain" type="submit" id="${cell.id}_clear" name="_clear" value="${cell.id}" aria-labelledby="${cell.id}_clear ${cell.id}_label">Clear</button></div>` : ""}${foot(cell)}`;
}

function note(cell, session) {
  const text = session.values[cell.id], length = [...text].length;
  return `<div class="cell note" data-module="counter" data-limit="${cell.maxLength}">${label(cell)}<textarea class="field" data-module="growing" id="${cell.id}" name="${cell.id}" rows="6" data-min-lines="${cell.minLines}" data-max-lines="6" aria-describedby="${cell.id}_helper ${cell.id}_counter">
${escaped(text)}</textarea><p class="counter"><span aria-hidden="true">${length}/${cell.maxLength}</span><span class="hidden" id="${cell.id}_counter">You can enter up to ${cell.maxLength} characters</span></p>${foot(cell)}`;
}

function picker(cell, session) {
  const selected = session.values[cell.id], names = labels.get(cell.id);
  return `<div class="cell picker"><input type="hidden" name="${cell.id}" value="v,${escaped(selected.join(","))}"><button class="picker-button" type="submit" id="${cell.id}" name="_open" value="${cell.id}" formaction="/forms/expense/cells/${cell.id}" aria-haspopup="dialog" aria-labelledby="${cell.id}_label ${cell.id}_marking ${cell.id}_helper ${cell.id}_value"><span class="cell-label"><span id="${cell.id}_label">${escaped(cell.label)}</span>${mark(cell)}${cell.required ? `<span class="hidden" id="${cell.id}_marking">required</span>` : ""}</span><span class="picker-value" id="${cell.id}_value">${escaped(selected.map((value) => names.get(value)).join(", "))}</span><span class="chevron"></span></button>${foot(cell)}`;
}

function order(cell, session) {
  const criteria = session.values[cell.id];
  const names = new Map(cell.criteria.map((criterion) => [criterion.id, escaped(criterion.label)]));
  return `<div class="cell order" role="group" id="${cell.id}" tabindex="-1" data-module="order" aria-labelledby="${cell.id}_label" aria-describedby="${cell.id}_helper"><input type="hidden" name="${cell.id}" value="${criteria.map((each) => `${each.id}:selected:${each.direction}`).join(",")}"><div class="cell-label"><span id="${cell.id}_label">${escaped(cell.label)}</span></div><ol class="criteria" role="list" data-press="${cell.id}:to-#:">${criteria.map((each, index) => {
    const name = names.get(each.id), id = `${cell.id}_${each.id}`, direction = each.direction === "ascending" ? "Ascending" : "Descending";
    return `<li class="criterion"><button class="criterion-toggle" type="submit" role="checkbox" id="${id}_toggle" name="_change" value="${cell.id}:toggle:${each.id}" aria-checked="true"><span class="criterion-label">${name}</span></button><button class="criterion-direction" type="submit" id="${id}_direction" name="_change" value="${cell.id}:direction:${each.id}" aria-label="${name}, ${direction}">${direction}</button><span class="moves" role="group" aria-label="${index + 1} of ${criteria.length}"><button type="submit" id="${id}_up" name="_change" value="${cell.id}:up:${each.id}"${index ? "" : " disabled"} aria-label="Move ${name} up"></button><button type="submit" id="${id}_down" name="_change" value="${cell.id}:down:${each.id}"${index + 1 < criteria.length ? "" : " disabled"} aria-label="Move ${name} down"></button></span></li>`;
  }).join("")}</ol>${foot(cell)}`;
}

const kinds = { text: entry, currency: entry, password, note, "list-picker": picker, select: picker, "order-picker": order };

// The form's page, inert if it is behind an open picker.
function main(session, isBehind) {
  const problems = Object.entries(session.problems);
  return `<div class="page"${isBehind ? " inert" : ""}><nav class="bar"><a href="/">Forms</a></nav><main><header class="page-head"><h1>${escaped(form.title)}</h1><p class="note-text">Fields marked with an asterisk are required</p></header>${problems.length ? `<section class="problems" id="_problems" tabindex="-1" aria-labelledby="_problems_title"><h2 id="_problems_title">There is a problem</h2><ul>${problems.map(([id, text]) => `<li><a href="#${id}">${escaped(byId.get(id).label)}: ${escaped(text)}</a></li>`).join("")}</ul></section>` : ""}<div class="section"><div class="cells">${cells.map((cell) => kinds[cell.type](cell, session)).join("")}</div></div><div class="actions"><button class="primary" type="submit" name="_do" value="submit">${escaped(form.submit.label)}</button><button class="plain start-over" type="submit" name="_do" value="start-over">Start Over</button></div></main></div>`;
}

function formPage(session) {
  return `${head((Object.keys(session.problems).length ? "Error: " : "") + form.title)}<form class="form" id="_top" method="post" action="/forms/expense" novalidate><button class="default-action" type="submit" name="_do" value="submit" tabindex="-1" aria-hidden="true">Save report</button>${main(session, false)}</form></body></html>`;
}

const row = (prefix, name, option, isChecked) => `<li><label class="row"><input type="checkbox" id="${prefix}${escaped(option.value)}" name="${name}" value="${escaped(option.value)}"${isChecked ? " checked" : ""}><span>${escaped(option.label)}</span></label></li>`;

function pickerPage(cell, session) {
  const selected = new Set(session.values[cell.id]);
  return `${head(cell.label)}<form class="form" id="_top" method="post" action="/forms/expense/cells/${cell.id}" novalidate><input type="hidden" name="_draft" value="v,${[...selected].join(",")}"><input type="hidden" name="_shown" value="${cell.options.map((option) => escaped(option.value)).join(",")}"><dialog class="overlay" id="_view" open aria-modal="true" aria-labelledby="_view_title"><div class="selection"><div class="view-head"><div class="view-bar"><button class="plain" type="submit" name="_do" value="close">Close</button><h2 class="view-title" id="_view_title" tabindex="-1" autofocus>${escaped(cell.label)}</h2><button class="plain" type="submit" name="_do" value="reset">Reset</button></div><search class="view-search field-box"><input class="field" type="search" id="_q" name="_q" value="" aria-label="Search" placeholder="Search" autocomplete="off" enterkeyhint="search" maxlength="200"><button class="icon-button search-button" type="submit" name="_do" value="search" aria-label="Search"></button></search></div><div class="view-body"><div class="value-list" role="group" aria-labelledby="_selected"><div class="value-list-head"><h3 id="_selected" tabindex="-1">Selected</h3><button class="plain" type="submit" name="_do" value="deselect-everything">Deselect All</button></div><ul class="rows" role="list">${cell.options.filter((option) => selected.has(option.value)).map((option) => row("_s", "_keep", option, true)).join("")}</ul></div><div class="value-list" role="group" aria-labelledby="_list_0"><div class="value-list-head"><h3 id="_list_0" tabindex="-1">All</h3><button class="plain" type="submit" name="_do" value="select-all:0">Select All</button></div><ul class="rows" role="list">${cell.options.map((option) => row("_r", "_pick", option, selected.has(option.value))).join("")}</ul></div></div><div class="view-foot"><button class="primary" type="submit" name="_do" value="apply">Apply</button></div></div></dialog>${main(session, true)}</form></body></html>`;
}

function change(session, body) {
  for (const [name, text] of new URLSearchParams(body)) {
    const cell = byId.get(name);
    if (name === "_change") {
      const [id, , criterion] = text.split(":");
      const found = session.values[id].find((each) => each.id === criterion);
      found.direction = found.direction === "ascending" ? "descending" : "ascending";
    } else if (!cell || (cell.type === "password" && text === "")) {
      continue;
    } else if (cell.criteria) {
      session.values[name] = text.split(",").map((part) => {
        const [id, , direction] = part.split(":");
        return { id, direction };
      });
    } else {
      session.values[name] = cell.options ? text.split(",").slice(1).filter((value) => labels.get(name).has(value)) : text.trim();
    }
  }
}

function send(request, response, page) {
  const fields = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };
  let body = Buffer.from(page);
  if (/\bgzip\b/.test(request.headers["accept-encoding"] || "")) {
    body = zlib.gzipSync(body, { level: 6 });
    fields["Content-Encoding"] = "gzip";
  }
  response.writeHead(200, { ...fields, "Content-Length": body.length }).end(body);
}

http.createServer({ keepAliveTimeout: 60000 }, (request, response) => {
  const cookie = /(?:^|; )session=([^;]*)/.exec(request.headers.cookie || "");
  const session = cookie && sessions[cookie[1]];
  if (!session) {
    response.writeHead(403).end();
  } else if (request.method === "POST") {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
      change(session, Buffer.concat(chunks).toString());
      response.writeHead(303, { Location: "/forms/expense#sortorder_date_direction", "Content-Length": 0 }).end();
    });
  } else if (request.url === "/forms/expense") {
    send(request, response, formPage(session));
  } else {
    send(request, response, pickerPage(byId.get(request.url.split("/").pop()), session));
  }
}).listen(Number(process.argv[3]), "127.0.0.1");
