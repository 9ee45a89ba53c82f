// The start page's two moving parts: the service card and the copy button.
// The words of every state are <template>s in start.html; here is only the logic.

const CHECK_EVERY_MS = 5000
const ANSWER_WITHIN_MS = 4000
const COPIED_FOR_MS = 2000

// The stick holds this many notches; the drawing in start.html is 24 slots of 12 units wide.
const SLOTS = 24
const SLOT_WIDTH = 12

const NOTCH_DEPTH = { ok: 9, degraded: 4, silent: 0 }

showCommand()
void keepChecking()

function showCommand() {
  const button = byId('copy')

  byId('origin').textContent = location.origin
  button.hidden = false
  button.addEventListener('click', () => void copyCommand(button))
}

async function copyCommand(button) {
  const command = byId('command')
  const note = byId('copy-note')

  try {
    await navigator.clipboard.writeText(command.textContent.replace(/\s+/g, ' ').trim())
  } catch {
    // The clipboard is closed to pages on plain http other than localhost.
    getSelection().selectAllChildren(command)
    note.classList.remove('unseen')
    note.textContent = 'The command is selected. Copy it with Ctrl C or ⌘ C.'
    return
  }

  button.dataset.copied = ''
  byId('copy-label').textContent = 'Copied'
  // The button shows it; the note only says it to a screen reader.
  note.classList.add('unseen')
  note.textContent = 'Copied'
  await pause(COPIED_FOR_MS)
  delete button.dataset.copied
  byId('copy-label').textContent = 'Copy'
  note.textContent = ''
}

async function keepChecking() {
  let shown = 'loading'
  let checks = []

  for (;;) {
    const state = await checkHealth()
    checks = [...checks, state].slice(-SLOTS)

    // Touched only on a change, so that a screen reader hears changes and not every check.
    if (state !== shown)
      byId('status').replaceChildren(byId(`state-${state}`).content.cloneNode(true))
    shown = state
    showTally(checks)

    await pause(CHECK_EVERY_MS)
    await pageVisible()
  }
}

/** `ok` and `degraded` are the service's own words; anything else counts as no answer. */
async function checkHealth() {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const response = await fetch('/healthz', { cache: 'no-store', signal })
    const { status } = await response.json()
    return status === 'ok' || status === 'degraded' ? status : 'silent'
  } catch {
    return 'silent'
  }
}

/** One notch per answered check: full when all is well, shallow when degraded, none without answer. */
function showTally(checks) {
  const answered = checks.filter((state) => state !== 'silent').length

  byId('notches').replaceChildren(...checks.map(drawNotch))
  byId('notches').ownerSVGElement.dataset.state = checks.at(-1)
  byId('last-check').textContent = `Last check ${new Date().toLocaleTimeString()}`
  byId('answered').textContent = `${answered} of ${checks.length} answered`
}

function drawNotch(state, slot) {
  const notch = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  notch.setAttribute('d', `M${slot * SLOT_WIDTH + 4} 0h4v${NOTCH_DEPTH[state]}h-4z`)
  return notch
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function pageVisible() {
  if (!document.hidden) return
  await new Promise((resolve) =>
    document.addEventListener('visibilitychange', resolve, { once: true }),
  )
}

function byId(id) {
  return document.getElementById(id)
}
