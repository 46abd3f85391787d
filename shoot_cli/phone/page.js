'use strict';
// Draws the state that the laptop sends, and sends one answer. It knows kinds of forms, no game.
const $ = id => document.getElementById(id), token = location.hash.slice(1), page = Math.random().toString(36).slice(2, 12);
const GUARD = 400, FIELD = 40, MANY = 12; // ms after a redraw in which nothing is sent; more choices are typed; more rows can be searched
let clock = null, told_at = 0; // the times of both sides, and when they were told
let now = null, seen = '', born = 0, answer = null, composed = false, tapped = false, found = true, sending = false, lostAt = 0, trial = 0;

// Elements hold text, never markup.
function el(tag, props = {}, ...kids) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) name in e && name !== 'role' ? e[name] = value : e.setAttribute(name, value);
  e.append(...kids.flat(Infinity).filter(kid => kid !== null && kid !== '' && kid !== undefined));
  return e;
}
const btn = (props, ...kids) => el('button', {type: 'button', ...props}, kids), faint = (...kids) => el('span', {className: 'dim'}, kids);
const dim = text => text ? el('p', {className: 'dim'}, text) : '';
const say = text => { $('said').textContent = text; };

// ---- The link to the laptop: the whole state each time.
const ask = (path, more = {}, headers = {}) => fetch(path, {cache: 'no-store', ...more, headers: {Authorization: 'Bearer ' + token, ...headers}});
let kick = () => {};
async function follow() {
  for (let fails = 0, fresh = true;;) {
    const stop = new AbortController(), timer = setTimeout(() => stop.abort(), 25000);
    let kicked = false;
    kick = () => { kicked = true; stop.abort(); };
    try {
      const got = await ask('/state', {signal: stop.signal}, fresh ? {'X-Page': page} : {'X-Page': page, 'X-Seen': seen});
      const state = await got.json();
      if (got.status === 401) { link(false, state.error); $('bar').textContent = state.error; return; }
      if (!got.ok) throw new Error(got.status);
      if (state.v !== 1) { location.reload(); return; }
      fails = 0; fresh = false; lostAt = 0;
      clock = state.clock; told_at = Date.now(); tick();
      show(state);
      link(true);
      if (state.over) await new Promise(r => setTimeout(r, 2000));
    } catch {
      fresh = true;
      if (kicked || document.visibilityState === 'hidden' && !found) { if (kicked) { fails = 0; continue; } }
      lostAt = lostAt || Date.now(); fails++;
      link(false, Date.now() - lostAt > 30000 ? 'laptop not found: is it on another network? Scan the code again (Space, w)' : 'laptop not found, trying');
      await new Promise(r => { const t = setTimeout(r, Math.min(3000, 300 * fails)); kick = () => { clearTimeout(t); fails = 0; r(); }; });
    } finally { clearTimeout(timer); }
  }
}
function tick() { // the clock of whoever owes runs on by itself
  $('clock').hidden = !clock;
  const shown = clock ? Object.entries(clock.left).map(([name, left]) => {
    const runs = name === clock.runs, ms = left - (runs ? Date.now() - told_at : 0), s = Math.ceil(Math.abs(ms) / 1000), two = n => String(n).padStart(2, '0');
    const time = (ms < 0 ? '-' : '') + (s < 3600 ? '' : Math.floor(s / 3600) + ':') + (s < 3600 ? Math.floor(s / 60) : two(Math.floor(s / 60) % 60)) + ':' + two(s % 60);
    return el(runs ? 'b' : 'span', {}, `${runs ? '▸ ' : ''}${name} ${time}`);
  }) : [];
  $('clock').replaceChildren(...shown.flatMap((one, i) => i ? [' · ', one] : [one]));
}
setInterval(tick, 250);
const wake = () => { if (document.visibilityState === 'visible') kick(); };
document.addEventListener('visibilitychange', wake);
addEventListener('pageshow', event => event.persisted && wake());
addEventListener('online', wake);
addEventListener('offline', () => link(false, 'no network'));
addEventListener('pointerdown', () => { tapped = true; });
function link(is, why = '') {
  found = is;
  const over = now && now.over; // the laptop is gone on purpose
  document.body.className = $('link').className = is || over ? '' : 'off';
  $('link').textContent = is ? (now && now.seat ? now.seat : 'watching') : over ? 'not connected' : why;
  button();
}

// ---- What is asked.
function show(s) {
  if (s.ask === seen) return;
  const dropped = composed && !sending && seen;
  now = s; seen = s.ask; born = performance.now(); answer = null; composed = false; first = '';
  if (dropped) say('What was chosen here was dropped: something else is asked now.'); else if (!sending) say('');
  $('words').textContent = '';
  const act = s.act, sc = s.scene || {}, stopped = s.over || s.busy;
  document.title = (s.yours ? '● ' : '') + 'shoot';
  $('place').textContent = [(sc.place || '').split(' · ').pop(), sc.shot].filter(Boolean).join(' · ');
  $('scene').replaceChildren(...scene(sc));
  const bar = $('bar');
  bar.className = [act && s.yours ? s.side : '', act && act.pieces.join(' ').length > 45 ? 'long' : ''].join(' ');
  if (stopped || !act) bar.replaceChildren(stopped || 'Wait for the laptop.');
  else bar.replaceChildren(el('span', {className: 'whose'}, s.yours ? 'You, ' + s.owner : s.owner + ' must answer'),
    ...act.pieces.flatMap(p => [/^≤?\d+\+?$/.test(p) ? el('b', {}, p) : p, ' ']));
  $('more').replaceChildren(...(act && !stopped ? [act.about, act.asks, ...act.below, act.result].filter(Boolean).map(t => el('p', {}, t)) : []));
  if (act && !stopped) {
    if (act.chart.length) $('more').append(el('table', {}, act.chart.map(row => el('tr', {}, row.map(cell => el('td', {}, cell))))));
    $('more').append(dim(act.why));
  }
  $('more').append(...(s.end || []).map(army => el('section', {className: army.side}, el('p', {className: 'vs'}, army.name),
    el('p', {}, el('b', {}, String(army.killed)), ' ' + army.what), army.words.concat(army.moments).map(t => el('p', {}, t)), army.units.map(t => el('p', {className: 'dim'}, t)))));
  $('form').replaceChildren(...(s.yours ? form(s.form, s.options, s.default, s.act.rolls, choose) : []));
  about('why', s.why && !stopped && [s.why.title, s.why.lines.map(t => el('p', {}, t))]);
  about('status', (s.status || []).length && ['Both armies', s.status.map(a => [el('h2', {}, a.name),
    a.units.map(u => el('p', {}, `${u.name} ${u.models}`, dimmed([u.hurt].concat(u.marks)))), a.below.map(t => el('p', {}, t))])]);
  $('news').replaceChildren(...(s.news || []).slice().reverse().map(told));
  button();
  if (s.yours || s.over) scrollTo(0, 0); // wherever the last answer was found
  if (s.yours) {
    if (tapped && navigator.vibrate) navigator.vibrate(60);
    bar.focus({preventScroll: true});
  }
}
const dimmed = notes => faint(notes.filter(Boolean).map(t => ' · ' + t));
function about(id, filled) { // what can be opened stays open
  $(id).hidden = !filled;
  if (filled) { $(id).firstChild.textContent = filled[0]; $(id).lastChild.replaceChildren(...filled[1].flat(Infinity)); }
}
function scene(s) {
  const out = [];
  if (s.who) out.push(el('p', {className: 'vs'}, s.who + (s.whom ? ' → ' + s.whom : '')));
  const facts = (s.facts || []).slice().sort((a, b) => a.length - b.length); // small phones show the shortest
  if (facts.length) out.push(el('p', {className: 'dim facts', tabIndex: 0}, facts.join(' · ')));
  if ((s.pools || []).length) out.push(el('ul', {className: 'funnel'}, s.pools.map((p, i) => {
    const n = i === s.now ? '?' : p.number == null ? '·' : p.of ? p.number + '/' + p.of : String(p.number);
    const read = (n === '?' ? 'to be rolled: ' : n === '·' ? 'not yet: ' : n + ' ') + p.name + (p.need ? ', needs ' + p.need : '');
    return el('li', {className: i === s.now ? 'now' : '', 'aria-label': read}, faint(p.need || '\u00a0'), el('b', {}, n), s.pools.length > 3 && p.short || p.name);
  })));
  for (const k of [...(s.losses || []), ...(s.hulls || [])])
    out.push(el('p', {}, `${k.name}: ${k.about ? k.about + ', ' : ''}${k.standing} of ${k.standing + k.slain + k.before} left${k.note ? ', ' + k.note : ''} `, pips(k.standing, k.slain, k.before)));
  for (const g of s.gauges || []) out.push(el('p', {}, `${g.name}: ${g.left} left${g.note ? ', ' + g.note : ''} `, pips(g.left, g.lost, g.gone)));
  return out;
}
const pips = (left, slain, before) => el('span', {className: 'pips', 'aria-hidden': 'true'}, '■'.repeat(Math.min(left || 0, 40)), el('i', {}, '×'.repeat(Math.min(slain || 0, 40))), el('u', {}, '□'.repeat(Math.min(before || 0, 40))));
const highest = (a, b) => b.face - a.face;
function told(item) {
  if (item.kind !== 'thrown') return el('li', {}, item.text);
  const dice = [...(item.first || []).sort(highest), ...(item.again || []).sort(highest)], out = [];
  while (dice.length) { // equal faces side by side, as one with their number
    const d = dice[0], last = dice.findIndex(other => other.face !== d.face), n = last < 0 ? dice.length : last;
    dice.splice(0, n);
    out.push(el(d.passed === false ? 's' : 'b', {}, d.face + (n > 1 ? ' ×' + n : '')), n > 1 ? '\u2002' : ' ');
  }
  return el('li', {}, `${item.label}: `, out, (out.length ? '= ' : '') + item.came);
}

// ---- Forms: each tells (answer, words) or (null).
function form(f, options, usual, rolls, tell) {
  const send = tell, more = opt('+ ' + f.more);
  let last = [usual, words(usual)], plus = false;
  if (f.more) {
    tell = (...told) => { const [v, text] = last = told; plus && v !== null ? send({typed: (v.typed || [v].flat().join(' ')) + '+'}, text + '+') : send(v, text); };
    more.onclick = () => { check(more, plus = !plus); tell(...last); };
  }
  const given = !['facts', 'choose', 'roll', 'total'].includes(f.kind) && !(f.rows && f.rows.length) && usual !== null;
  const out = FORMS[f.kind](f, options, usual, tell);
  if (given) out.unshift(picks([{value: usual, label: 'As proposed: ' + words(usual)}], tell));
  if (f.more) out.push(el('div', {className: 'list'}, more));
  return out.flat();
}
const words = v => v === null ? '' : Array.isArray(v) ? v.map(one => Array.isArray(one) ? one.filter(x => x !== '').join(' ') : words(one)).join(', ') || 'none'
  : typeof v === 'object' ? Object.entries(v).map(([k, x]) => k + ' ' + words(x)).join(', ') || 'none' : String(v);
function picks(list, tell, className = 'list', name = 'One of these') {
  const box = el('div', {className, role: 'radiogroup', 'aria-label': name});
  for (const o of list) {
    const note = o.closed || o.usual && 'proposed';
    const b = btn({role: 'radio', disabled: !!o.closed, 'aria-checked': 'false'}, o.label, note ? faint(' (' + note + ')') : '');
    b.onclick = () => { clear(b.closest('[data-form]') || $('form')); check(b, true); tell(o.value, o.label, o.first); };
    box.append(b);
  }
  if (className !== 'list' || list.length <= MANY) return box;
  const find = el('input', {type: 'search', autocomplete: 'off'}), rows = [...box.children];
  find.oninput = () => rows.forEach(b => { b.hidden = !b.textContent.toLowerCase().includes(find.value.trim().toLowerCase()); });
  return el('div', {className: 'list'}, el('label', {}, 'Any part of a name', find), box);
}
const clear = within => within.querySelectorAll('[role=radio][aria-checked=true]').forEach(b => check(b, false));
const check = (b, on) => b.setAttribute('aria-checked', on);
const opt = (...kids) => btn({role: 'checkbox', 'aria-checked': 'false'}, kids);
const range = (low, high) => Array.from({length: Math.max(0, high - low + 1)}, (_, i) => ({value: low + i, label: String(low + i)}));
const typed = (label, tell, mode = 'text', make = text => ({typed: text})) => {
  const input = el('input', {type: 'text', inputMode: mode, autocomplete: 'off', maxLength: 400});
  input.oninput = () => { clear($('form')); tell(input.value.trim() ? make(input.value) : null, input.value); };
  return el('label', {}, label, input);
};
const step = (label, value, low, high, tell) => { // null: not said
  const b = el('b', {'aria-live': 'polite'}, value ?? '?');
  const go = by => { value = Math.min(high, Math.max(low, (value ?? low) + by)); b.textContent = value; tell(value); };
  return el('div', {className: 'step', role: 'group', 'aria-label': label}, el('span', {}, label),
    btn({'aria-label': 'one less', onclick: () => go(-1)}, '−'), b, btn({'aria-label': 'one more', onclick: () => go(1)}, '+'));
};
const fold = (title, ...kids) => el('details', {}, el('summary', {}, title), el('div', {className: 'in', 'data-form': ''}, kids));
function keypad(dice, sides, names, tell, least = 1) { // tells the faces as text
  const faces = [], shown = el('p', {'aria-live': 'polite'}, `0 of ${dice} dice`);
  const put = () => { shown.textContent = `${faces.length} of ${dice} dice: ${faces.join(' ')}`; clear($('form')); tell(faces.length === dice ? faces.join(names.length ? ', ' : ' ') : null); };
  const add = face => btn({onclick: () => { if (dice === 1) faces.pop(); if (faces.length < dice) faces.push(face); put(); }}, face);
  return [shown, el('div', {className: 'grid'}, (names.length ? names : range(least, sides).map(o => o.label)).map(add), btn({'aria-label': 'take the last die back', onclick: () => { faces.pop(); put(); }}, '⌫'))];
}
const folded = (more, inside, why = ` that seldom matter${more.length === 1 ? 's' : ''}`) => more.length ? fold(`${more.length} more${why}`, inside(more)) : '';
const parted = rows => [rows.filter(o => !o.rarely_chosen), rows.filter(o => o.rarely_chosen)];
const throws = tell => picks([{value: {throw: true}, label: 'Let the app roll'}], tell);
let first = ''; // the first throw, while some of its dice are thrown again
function dice(f, tell, counts) {
  const adds = f.adds || [], each = adds.every(sides => sides === adds[0]) ? adds.length : 0; // others are typed as sums
  const pad = fold(`Type ${f.dice > 1 ? 'each' : 'the'} die`, keypad(f.dice * (each || 1), each ? adds[0] : f.sides, f.names || [], text => tell(text && {typed: text}, text), each ? 1 : adds.length || 1));
  if (!counts.length) pad.open = true;
  return [...counts, pad, throws(tell)];
}
const FORMS = {
  roll(f, options, usual, tell) {
    if (f.lives) return dice(f, tell, [el('p', {}, `How many live (${f.need})?`), picks(range(0, f.groups.length), live => tell({live}, `${live} live`), 'grid', 'How many live')]);
    if (!f.counts) return dice(f, tell, []);
    let passed = null;
    const said = f.watch.map(() => null);
    const seen = (w, i) => ({every: passed, passed: passed && said[i], failed: passed < f.dice ? said[i] : 0})[f.among[i]] ?? said[i];
    const counts = watched => f.again.length ? {typed: [passed, ...watched].join('/')} : {passed, watched}; // the first throw
    const put = () => { const watched = f.watch.map(seen); tell([passed, ...watched].includes(null) ? null : counts(watched), `${passed} passed` + f.watch.map((w, i) => `, ${watched[i]} of ${w}`).join('')); };
    const count = value => { passed = value; put(); };
    const grid = f.dice > FIELD ? typed(`0 to ${f.dice}`, (v, text) => { passed = /^\d+$/.test(text) && +text <= f.dice ? +text : null; put(); }, 'numeric') : picks(range(0, f.dice), count, 'grid', 'How many passed');
    return dice(f, tell, [el('p', {}, `How many passed${f.need && ` (${f.need})`}${f.again.length ? ' in the first throw' : ''}?`), grid, ...f.watch.map((w, i) => f.among[i] === 'every' ? '' : step(`How many of ${w}?`, null, 0, f.dice, n => { said[i] = n; put(); }))]);
  },
  total(f, options, usual, tell) {
    const high = f.dice * f.sides, sum = value => tell({typed: String(value)}, `a total of ${value}`);
    const title = 'The sum of all dice';
    return dice({...f, names: []}, tell, high - f.dice > FIELD ? [typed(title, tell, 'numeric')] : [dim(title), picks(range(f.dice, high), sum, 'grid', title)]);
  },
  choose(f, options, usual, tell) {
    const [few, more] = parted(options.map((o, i) => ({...o, value: f.values[i], usual: f.values[i] === usual && options.length > 1})));
    return [picks(few, tell), folded(more, rows => picks(rows, tell))];
  },
  number(f, options, usual, tell) {
    const out = f.whole && f.high - f.low <= FIELD ? [picks(range(f.low, f.high), v => tell(v, `${v} ${f.unit}`), 'grid', f.unit || 'A number')]
      : [typed(`${f.low} to ${f.high} ${f.unit}`, tell, f.whole ? 'numeric' : 'decimal')];
    return f.otherwise ? [...out, picks([{value: f.otherwise, label: f.otherwise}], tell)] : out;
  },
  numbers(f, options, usual, tell) {
    const said = {}, enough = usual === null ? f.names.length : 1; // without a proposal each needs its number
    return f.names.map((name, i) => {
      let at = ['', ''];
      const set = value => { if (value === '') delete said[name]; else said[name] = value; clear($('form')); tell(Object.keys(said).length < enough ? null : {...said}, words(said)); };
      const put = (text, place) => { check(other, false); at[place] = text.trim().replace(',', '.'); const n = at.map(t => isNaN(t) ? t : +t); set(at[1] ? n : at[0] && n[0]); };
      const line = (label, place) => typed(label, (v, text) => put(text, place), 'decimal');
      const other = opt(f.otherwise);
      other.onclick = () => {
        const on = other.getAttribute('aria-checked') === 'false';
        check(other, on); at = ['', '']; box.querySelectorAll('input').forEach(e => { e.value = ''; }); set(on ? f.otherwise : '');
      };
      const box = el('div', {className: 'list', role: 'group', 'aria-label': name}, line(`${name}: ${f.low} to ${f.high[i]} ${f.unit}`, 0), f.across ? line('the other way, as in 5x3', 1) : '', f.otherwise ? other : '');
      return box;
    });
  },
  howmany(f, options, usual, tell) {
    const said = f.groups.map((g, i) => usual ? usual[i] : 0);
    return f.groups.map(([name, most], i) => step(`${name} (of ${most})`, said[i], 0, most, n => { said[i] = n; clear($('form')); tell(said.slice(), f.groups.map((g, j) => said[j] + ' ' + g[0]).join(', ')); }));
  },
  several(f, options, usual, tell) {
    const on = new Set(), box = el('div', {className: 'list', role: 'group'});
    const put = () => { clear($('form')); tell(on.size >= (f.exactly ?? f.least) ? f.names.filter(n => on.has(n)) : null, [...on].join(', ') || 'none'); };
    f.names.forEach((name, i) => {
      const b = opt(name, f.closed[i] ? faint(` (${f.closed[i]})`) : '');
      b.onclick = () => { on.has(name) ? on.delete(name) : on.add(name); check(b, on.has(name)); put(); };
      b.disabled = !!f.closed[i];
      box.append(b);
    });
    return [f.exactly ? dim(`Exactly ${f.exactly}.`) : '', box, f.least || f.exactly ? '' : picks([{value: [], label: 'none'}], tell)];
  },
  arrange(f, options, usual, tell) {
    let runs = (usual || f.kinds.map(([name, n]) => [n, name, ''])).map(r => r.slice());
    const box = el('ol', {className: 'list', 'aria-label': 'In order'}), marks = ['', ...f.marks.map(m => m[0])];
    const act = (sign, label, go, off) => btn({'aria-label': label, disabled: !!off, onclick: () => { go(); draw(); clear($('form')); tell(runs.map(r => r.slice()), words(runs)); }}, sign);
    const swap = (i, j) => { [runs[i], runs[j]] = [runs[j], runs[i]]; };
    const draw = () => box.replaceChildren(...runs.map((r, i) => { const name = r.filter(x => x !== '').join(' '); return el('li', {}, el('div', {className: 'step'}, el('span', {}, name),
      act('↑', `${name} nearer`, () => swap(i, i - 1), !i), act('↓', `${name} farther`, () => swap(i, i + 1), i === runs.length - 1),
      act('÷', `one of ${name} apart`, () => runs.splice(i, 1, [1, r[1], r[2]], [r[0] - 1, r[1], r[2]]), r[0] < 2),
      marks.length > 1 ? act('✓', `${name}: the next mark`, () => { r[2] = marks[(marks.indexOf(r[2]) + 1) % marks.length]; }) : '')); }));
    draw();
    return [dim('Nearest to the enemy first.'), box, ...f.marks.map(m => dim(`${m[0]}: ${m[1]}`)), usual ? '' : picks([{value: runs, label: 'In this order'}], tell)];
  },
  phrases(f, options, usual, tell) {
    const told = !f.example || now.act.below.join().includes(f.example), line = typed('In words' + (told ? '' : `, as in ${f.example}`), tell), input = line.lastChild;
    const add = (text, glue) => btn({onclick: () => { input.value += (input.value.trim() ? glue : '') + text; input.oninput(); }}, text);
    const [few, more] = parted(f.rows.map((value, i) => ({...(options[i] || {label: value}), value: value === 'nothing' ? [] : [value]})));
    const taps = f.taps.map((typed, i) => ({value: {typed}, label: f.labels[i]}));
    return [few.length ? picks(few, tell) : '', folded(more, rows => picks(rows, tell), ''), taps.length ? picks(taps, tell, 'taps') : '', line, f.names.length ? fold('Names to tap', el('div', {className: 'list'}, f.names.map(n => add(n, ', ')))) : '', f.about.length ? fold('For whom', el('div', {className: 'list'}, f.about.map(n => add(n, ': ')))) : ''];
  },
  facts(f, options, usual, tell) {
    const changed = {...usual}, row = options[0], yes = el('div', {});
    const put = () => { const n = Object.keys(changed).length; tell({...changed}, n ? `with ${n} changed` : row.label); };
    yes.append(picks([{value: 0, label: row.label}], put));
    const [few, more] = parted(f.parts.map((part, i) => {
      const row = options[i + 1], title = el('span', {}, row.label);
      const inner = form(part.form, part.options, part.default, false, (value, text) => {
        if (value === null) delete changed[part.key]; else changed[part.key] = value;
        title.textContent = value === null ? row.label : `${part.name}: ${text}`; put();
      });
      const box = fold('', ...inner); box.firstChild.append(title);
      return {box, rarely_chosen: row.rarely_chosen};
    }));
    return [yes, few.map(one => one.box), folded(more, rows => rows.map(one => one.box))];
  },
};

// ---- One answer: chosen, tried, sent.
function choose(value, text) {
  answer = value; say('');
  $('send').textContent = value === null ? 'Choose an answer' : 'Send: ' + String(text).slice(0, 80);
  button();
  clearTimeout(trial); $('words').textContent = '';
  if (value !== null && !value.throw && now.form.kind !== 'choose') trial = setTimeout(tryIt, 150);
}
function button() {
  const b = $('send');
  b.hidden = !(now && now.yours);
  if (answer === null) b.textContent = 'Choose an answer';
  b.disabled = answer === null || !found || sending;
}
const post = (path, body) => ask(path, {method: 'POST', body: JSON.stringify(body)}, {'Content-Type': 'application/json'});
async function tryIt() {
  const asked = seen, value = answer;
  try {
    const got = await post('/try', {ask: asked, answer: prefixed(value)}), told = await got.json();
    if (asked === seen && value === answer && !sending) $('words').textContent = told.words || (told.again ? `${told.again} of these are thrown again: send them first.` : told.error || '');
  } catch { } // the words are only help
}
const prefixed = value => first && value ? {typed: first + ' > ' + (value.typed || [value.passed, ...value.watched].join('/'))} : value;
$('form').addEventListener('submit', async event => {
  event.preventDefault();
  if (answer === null || sending || !found || performance.now() - born < GUARD) return;
  sending = true; button(); say(''); clearTimeout(trial);
  const asked = seen;
  try {
    const got = await post('/answer', {ask: asked, answer: prefixed(answer)}), told = await got.json();
    if (got.status === 422 && told.again) again(told);
    else if (got.status === 202) { composed = false; say('Not known yet: look at what is asked now.'); }
    else if (!got.ok) { $('words').textContent = ''; say(told.error || 'It was not taken.'); if (got.status === 409) kick(); } else if (asked === seen) { answer = null; composed = false; }
  } catch { composed = false; say('Not known: look at what is asked now.'); kick(); } // it may have been taken: nothing was dropped
  sending = false; button();
});
$('form').addEventListener('click', event => { // a finger that was on its way to what stood here before
  if (performance.now() - born < GUARD) { event.stopPropagation(); event.preventDefault(); } else if (event.target.closest('button')) composed = true;
}, true);
$('form').addEventListener('input', event => { if (event.target.type !== 'search') composed = true; });
function again(told) { // some dice of the first throw are thrown again
  const f = now.form, asked = seen, tell = (value, text) => { if (asked === seen) choose(value, text); };
  first = told.first; choose(null);
  const pad = told.form ? FORMS.roll(told.form, [], null, tell).slice(0, -1) // the app throws all
    : keypad(told.again, f.sides, f.names || [], text => tell(text && {typed: text}, text));
  $('form').replaceChildren(el('p', {}, `${told.again} thrown again, after ${told.first}:`), ...pad.flat());
  $('form').scrollIntoView();
}
if (token) follow(); else { link(false, 'no link'); $('bar').textContent = 'Scan the code on the laptop, or type the whole link.'; }
