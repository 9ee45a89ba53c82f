// The service card and the copy button of the start page.
// The text of every state is a <template> in start.html.

const CHECK_EVERY_MS = 5000
const TIMEOUT_MS = 4000
const COPIED_FOR_MS = 2000

// The history bar in start.html has 24 slots, each 12 units wide.
const SLOTS = 24
const SLOT_WIDTH = 12

const MARK_HEIGHT = { ok: 9, degraded: 4, unreachable: 0 }

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
    // Browsers block the clipboard on plain http, except on localhost.
    getSelection().selectAllChildren(command)
    note.classList.remove('visually-hidden')
    note.textContent = 'The command is selected. Press Ctrl+C or ⌘C to copy it.'
    return
  }

  button.dataset.copied = ''
  byId('copy-label').textContent = 'Copied'
  // For screen readers: the button already shows it.
  note.classList.add('visually-hidden')
  note.textContent = 'Copied'
  await pause(COPIED_FOR_MS)
  delete button.dataset.copied
  byId('copy-label').textContent = 'Copy'
  note.textContent = ''
}

async function keepChecking() {
  // The server has rendered the first state.
  let shown = byId('status').dataset.state
  let checks = []

  for (;;) {
    const state = await checkHealth()
    checks = [...checks, state].slice(-SLOTS)

    // Updated only on a change, so that screen readers do not announce every check.
    if (state !== shown)
      byId('status').replaceChildren(byId(`state-${state}`).content.cloneNode(true))
    shown = state
    showHistory(checks)

    await pause(CHECK_EVERY_MS)
    await pageVisible()
  }
}

/** Returns the status the service reports, or `unreachable`. */
async function checkHealth() {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch('/healthz', { cache: 'no-store', signal })
    const { status } = await response.json()
    return status === 'ok' || status === 'degraded' ? status : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** Draws one mark per check: high when ok, low when degraded, none without a response. */
function showHistory(checks) {
  const responses = checks.filter((state) => state !== 'unreachable').length

  byId('history-marks').replaceChildren(...checks.map(drawMark))
  byId('history-marks').ownerSVGElement.dataset.state = checks.at(-1)
  byId('last-check').textContent = `Last check ${new Date().toLocaleTimeString()}`
  byId('responses').textContent = `${responses} of ${checks.length} responded`
}

function drawMark(state, slot) {
  const mark = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  mark.setAttribute('d', `M${slot * SLOT_WIDTH + 4} 0h4v${MARK_HEIGHT[state]}h-4z`)
  return mark
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
