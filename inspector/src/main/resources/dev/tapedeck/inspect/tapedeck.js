// Keys, copying, theme and focus. Everything here has a link or a button beside it, so pages work without it.
const all = (query, root = document) => [...root.querySelectorAll(query)];
const one = (query, root = document) => root.querySelector(query);
const keysOff = () => localStorage.getItem('keys') === 'off';

const acts = {
  theme() {
    const dark = document.documentElement.dataset.theme === 'dark'
      || (!document.documentElement.dataset.theme && matchMedia('(prefers-color-scheme:dark)').matches);
    const theme = dark ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    document.cookie = `theme=${theme};path=/;samesite=strict;max-age=31536000`;
  },
  'copy-link': button => copy(location.href, button),
  copy: button => copy(document.getElementById(button.dataset.of).textContent, button),
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

function say(button, words) {
  if (!button) return;
  button.dataset.words ??= button.textContent;
  button.textContent = words;
  setTimeout(() => { button.textContent = button.dataset.words; }, 1500);
}

function reveal(root = document) {
  all('button[data-act]', root).forEach(button => { button.hidden = false; });
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
  const go = (row, col, byRow, byCol) => {
    while (lines[row]?.children[col]) {
      const link = one('a', lines[row].children[col]);
      if (link) { link.focus(); return true; }
      row += byRow; col += byCol;
    }
    return true;
  };
  switch (event.key) {
    case 'ArrowRight': return go(at, column + 1, 0, 1);
    case 'ArrowLeft': return column > 1 ? go(at, column - 1, 0, -1) : true;
    case 'ArrowDown': return go(at + 1, column, 1, 0);
    case 'ArrowUp': return go(at - 1, column, -1, 0);
    case 'Home': return go(at, 1, 0, 1);
    case 'End': return go(at, line.children.length - 1, 0, -1);
    default: return false;
  }
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
  const decisive = { a: 'a', x: 'x', z: 'z', s: 's' }[event.key];
  if (decisive) {
    // Writing needs the focus in the diff, so that no stray key approves anything.
    const button = one(`[data-key=${decisive}]`);
    if (button && (decisive === 's' || one('.scr:focus-within') || document.activeElement === one('.scr'))) {
      event.preventDefault();
      button.click();
    }
    return;
  }
  switch (event.key) {
    case '/': one('.filter input')?.focus(); break;
    case '?': location.assign('/help/keys'); return;
    case 'g': pending = 'g'; return;
    case 'j': step(rows(), 1); break;
    case 'k': step(rows(), -1); break;
    case 'n': case 'p': {
      const link = one(`a[data-key=${event.key}]`);
      if (link) link.click(); else among('[data-problem]', event.key === 'n' ? 1 : -1);
      break;
    }
    case '[': case ']': among('[data-first]', event.key === ']' ? 1 : -1); break;
    case 'y': copy(location.href, one('[data-act=copy-link]')); break;
    case 'u': all('.mx a.k-unm').find(cell => cell.compareDocumentPosition(document.activeElement) & 2)?.focus(); break;
    case 'v': case 't': case '1': case '2': case '3': case '4': case '5':
      one(`a[data-key="${event.key}"]:not([aria-current])`)?.click(); break;
    default: return;
  }
  event.preventDefault();
});

reveal();

// Brings the open row into view inside its list, without moving the page.
const list = one('.ls');
const open = list && one('tr.sel', list);
if (open && list.scrollHeight > list.clientHeight) {
  list.scrollTop = Math.max(0, open.offsetTop - list.clientHeight / 3);
}
