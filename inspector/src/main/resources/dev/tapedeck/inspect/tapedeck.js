// Keys, copying, theme and focus. Everything here has a link or a button beside it, so pages work without it.
const all = (query, root = document) => [...root.querySelectorAll(query)];
const one = (query, root = document) => root.querySelector(query);
const keysOff = () => localStorage.getItem('keys') === 'off';
const keep = (name, value) => { document.cookie = `${name}=${value};path=/;samesite=strict;max-age=31536000`; };

const acts = {
  theme() {
    const data = document.documentElement.dataset;
    const now = data.theme ?? (matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light');
    data.theme = now === 'dark' ? 'light' : 'dark';
    keep('theme', data.theme);
  },
  'copy-link': button => copy(location.href, button),
  copy: button => copy(document.getElementById(button.dataset.of).textContent, button),
  'copy-path': button => copy(path(button), button),
  async 'copy-value'(button) {
    // What stands on the page may be cut.
    const value = path(button).split('.').reduce((at, name) => at[name], JSON.parse(await raw()));
    copy(String(value), button);
  },
  newest: showNewest,
  hint(button) {
    const known = /\bhints=([a-z.]*)/.exec(document.cookie)?.[1] ?? '';
    keep('hints', `${known}.${button.dataset.hint}`);
    button.closest('.hint').remove();
  },
  keys(button) {
    localStorage.setItem('keys', keysOff() ? 'on' : 'off');
    say(button, keysOff() ? 'Single keys are off' : 'Single keys are on');
  },
};

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    say(button, 'Copied');
  } catch {
    say(button, 'Could not copy');
  }
}

const path = button => one('[data-path]', button.parentElement).textContent;

// The open frame as it travelled.
const raw = async () => (await fetch(one('a[data-raw]').href)).text();

async function frame() {
  const link = one('a[data-raw]');
  if (link) copy(await raw(), link);
}

function say(button, words) {
  if (!button) return;
  button.dataset.words ??= button.textContent;
  button.textContent = words;
  setTimeout(() => { button.textContent = button.dataset.words; }, 1500);
}

function reveal(root = document) {
  all('button[data-act]:not([data-act=newest])', root).forEach(button => { button.hidden = false; });
}

document.addEventListener('click', event => {
  const button = event.target.closest?.('button[data-act]');
  if (button) acts[button.dataset.act]?.(button);
});

// A row that was opened in place becomes the current one.
document.addEventListener('htmx:afterSwap', event => {
  reveal(event.target);
  const link = event.detail.requestConfig?.elt;
  const row = link?.closest?.('tr[data-row]');
  if (!row) return;
  all('tr.sel').forEach(other => { other.classList.remove('sel'); one('a', other)?.removeAttribute('aria-current'); });
  row.classList.add('sel');
  link.setAttribute('aria-current', 'true');
});

const rows = () => all('[data-row]');
const current = () => one('[data-row].sel') ?? one('[data-row]:focus-within');

function step(list, by) {
  const at = list.indexOf(current());
  const next = list[at < 0 ? (by > 0 ? 0 : list.length - 1) : at + by];
  const link = next && one('a', next);
  if (!link) return;
  next.scrollIntoView({ block: 'nearest' });
  link.click();
  link.focus({ preventScroll: true });
}

function among(query, by) {
  const list = rows();
  const start = list.indexOf(current());
  for (let i = start + by; i >= 0 && i < list.length; i += by) {
    if (list[i].matches(query)) return step(list, i - start);
  }
}

function cells(event) {
  const cell = document.activeElement?.closest?.('.mx td');
  if (!cell) return false;
  const line = cell.parentElement;
  const column = [...line.children].indexOf(cell);
  const lines = all('.mx tbody tr[data-row]');
  const at = lines.indexOf(line);
  const way = {
    ArrowRight: [at, column + 1, 0, 1],
    ArrowLeft: [at, column - 1, 0, -1],
    ArrowDown: [at + 1, column, 1, 0],
    ArrowUp: [at - 1, column, -1, 0],
    Home: [at, 1, 0, 1],
    End: [at, line.children.length - 1, 0, -1],
  }[event.key];
  if (!way) return false;
  for (let [row, col, down, right] = way; lines[row]?.children[col]; row += down, col += right) {
    const link = one('a', lines[row].children[col]);
    if (link) { link.focus(); break; }
  }
  return true;
}

// To the next family of the matrix, or to the one before.
function families(on) {
  const here = document.activeElement;
  const beside = all('.famh').filter(head => here.compareDocumentPosition(head) & (on ? 4 : 2));
  beside.at(on ? 0 : -1)?.focus();
}

let pending = '';
const sections = { o: '/', s: '/sessions', m: '/matrix', u: '/unmapped', r: '/runs', g: '/goldens' };

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const typing = event.target.closest?.('input,textarea,select,[contenteditable]');
  if (event.key === 'Escape') {
    if (typing) typing.blur(); else one('[data-key=Esc]')?.click();
    return;
  }
  if (typing) return;
  if (cells(event)) { event.preventDefault(); return; }
  if (keysOff() || event.key.length !== 1 || event.key === ' ') return;
  if (pending === 'g') {
    pending = '';
    if (sections[event.key]) location.assign(sections[event.key]);
    return;
  }
  if ('axzs'.includes(event.key)) {
    // Approving needs the focus in the diff, so that no stray key does it; skipping and taking back do no harm.
    const button = one(`[data-key=${event.key}]`);
    if (button && ('sz'.includes(event.key) || one('.scr:focus-within'))) {
      event.preventDefault();
      button.click();
    }
    return;
  }
  switch (event.key) {
    case '/': {
      const field = one('.filter input[id]');
      field?.focus();
      field?.select();
      break;
    }
    case '?': location.assign('/help/keys'); return;
    case 'g': pending = 'g'; return;
    case 'j': case 'k': step(rows(), event.key === 'j' ? 1 : -1); break;
    case 'n': case 'p': {
      const link = one(`a[data-key=${event.key}]`);
      if (link) link.click(); else among('[data-problem]', event.key === 'n' ? 1 : -1);
      break;
    }
    case '[': case ']': {
      const on = event.key === ']';
      if (one('.famh')) families(on); else among('[data-first]', on ? 1 : -1);
      break;
    }
    case 'y': copy(location.href, one('[data-act=copy-link]')); break;
    case 'c': frame(); break;
    case 'f': case 'F': one(`[data-key=${event.key}]`, document.activeElement?.closest('li') ?? document.head)?.click(); break;
    case 'u': all('.mx a.k-unm').find(cell => cell.compareDocumentPosition(document.activeElement) & 2)?.focus(); break;
    default:
      if (!'vt12345'.includes(event.key)) return;
      one(`a[data-key="${event.key}"]:not([aria-current])`)?.click();
  }
  event.preventDefault();
});

reveal();

// News since the page was made. Nothing moves under a reader: a button loads it, or following.
const live = one('.live[data-live]');
const EVERY = 5000;
let stream;
let news;
let told = 0;
let loading = false;

function hear() {
  if (stream || document.hidden) return;
  stream = new EventSource(live.dataset.live);
  stream.onopen = () => mark('Live');
  stream.onmessage = message => {
    const now = JSON.parse(message.data);
    news ??= { rev: now.rev };
    news.now = now;
    tell();
  };
  stream.onerror = () => {
    mark('Disconnected, retrying');
    if (stream?.readyState === EventSource.CLOSED) { mute(); setTimeout(hear, EVERY); }
  };
}

function mute() {
  stream?.close();
  stream = undefined;
}

function mark(words) {
  live.hidden = false;
  live.classList.toggle('off', words !== 'Live');
  const place = one('.words', live);
  if (!place.textContent || words !== 'Live' || live.dataset.off) place.textContent = words;
  if (words === 'Live') delete live.dataset.off; else live.dataset.off = '';
}

function tell() {
  const wait = told + EVERY - Date.now();
  if (wait > 0) { clearTimeout(tell.later); tell.later = setTimeout(tell, wait); return; }
  const { rev, now } = news;
  const known = live.dataset.frames;
  const more = now.frames - known;
  const changed = known === undefined ? now.rev !== rev : more !== 0;
  if (!changed || loading) return;
  told = Date.now();
  if (live.dataset.follows !== undefined) { showNewest(); return; }
  one('.words', live).textContent = known === undefined ? 'Something changed'
    : more > 0 ? `${more.toLocaleString('en')} new frame${more === 1 ? '' : 's'}` : 'This file was replaced';
  one('button', live).hidden = false;
}

// The newest page takes the place of this one: main part, foot and counters.
async function showNewest() {
  loading = true;
  const address = live.dataset.newest ?? location.href;
  try {
    const answer = await fetch(address);
    if (!answer.ok) { location.assign(address); return; }
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const part of ['#main', '.foot', '.nav']) {
      if (one(part) && one(part, page)) one(part).replaceWith(document.adoptNode(one(part, page)));
    }
    window.htmx?.process(document.body);
    reveal();
    const fresh = one('.live[data-live]', page);
    if (fresh?.dataset.frames !== undefined) live.dataset.frames = fresh.dataset.frames;
    if (news) news.rev = news.now.rev;
    history.replaceState(history.state, '', address);
    one('.words', live).textContent = 'Live';
    one('button', live).hidden = true;
    const end = one('.ls');
    if (end && live.dataset.newest) end.scrollTop = end.scrollHeight;
  } catch {
    mark('Disconnected, retrying');
  } finally {
    loading = false;
  }
}

if (live) {
  document.addEventListener('visibilitychange', () => { if (document.hidden) mute(); else hear(); });
  hear();
}

// Brings the open row into view inside its list.
const list = one('.ls');
const open = list && one('tr.sel', list);
if (open && list.scrollHeight > list.clientHeight) {
  list.scrollTop = Math.max(0, open.offsetTop - list.clientHeight / 3);
}
