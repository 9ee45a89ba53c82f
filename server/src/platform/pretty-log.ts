type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan'
type Paint = (style: Style, text: string) => string
type Fields = Record<string, unknown>

const codes: Record<Style, number> = { bold: 1, dim: 2, red: 31, yellow: 33, green: 32, cyan: 36 }
const levelStyles: Record<string, Style> = {
  fatal: 'red',
  error: 'red',
  warn: 'yellow',
  info: 'green',
  debug: 'cyan',
}
const maxValueLength = 120
const maxMessageLength = 1_000
const maxStackLines = 20
const maxCauses = 5

/**
 * Control characters, format characters and line separators. A terminal interprets them, so a value
 * from a caller could clear the screen, reverse text or imitate a log line.
 */
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * Formats one JSON log line for people: local time, level, message and fields, with a stack on
 * indented lines below. Only stack lines are indented, and no value can start a new line.
 */
export function formatLine(line: string, { hasColor }: { hasColor: boolean }): string {
  const paint: Paint = (style, text) =>
    hasColor ? `\u001b[${codes[style]}m${text}\u001b[0m` : text
  const parsed = parse(line)
  if (!parsed) return `${escapeControls(line.trimEnd())}\n`

  const { time, level, msg, correlationId, err, ...rest } = parsed
  const isTrouble = level === 'warn' || level === 'error' || level === 'fatal'
  const stack = isObject(err) ? formatStack(err) : []
  const fields = {
    ...rest,
    ...(stack.length === 0 && err !== undefined && { err }),
    ...(isTrouble && correlationId !== undefined && { correlationId }),
  }

  const label = escapeControls(String(level))
  const style = levelStyles[label]
  const message = truncate(capitalize(escapeControls(String(msg ?? ''))), maxMessageLength)
  const head = [
    paint('dim', formatTime(time)),
    style ? paint(style, label.padEnd(5)) : label.padEnd(5),
    isTrouble ? paint('bold', message) : message,
    paint('dim', formatFields(isTrouble ? fields : shortenHashes(fields))),
  ]
  const parts = Object.keys(fields).length > 0 ? head : head.slice(0, 3)
  return [parts.join('  ').trimEnd(), ...stack.map((text) => paint('dim', `    ${text}`)), ''].join(
    '\n',
  )
}

/** Decides by the usual conventions: FORCE_COLOR, then NO_COLOR, then the terminal. */
export function wantsColor(
  environment: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = environment
  if (force !== undefined) return force !== '0' && force !== 'false'
  if (no) return false
  return isTerminal && term !== 'dumb'
}

function parse(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function formatTime(time: unknown): string {
  const date = new Date(Number(time))
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

function formatFields(fields: Fields): string {
  return Object.entries(fields)
    .map(
      ([name, value]) => `${truncate(escapeControls(name), maxValueLength)}=${formatValue(value)}`,
    )
    .join(' ')
}

/** Shortens transaction and block hashes to their ends. */
function shortenHashes(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
        ? `${value.slice(0, 8)}…${value.slice(-4)}`
        : value,
    ]),
  )
}

/** Quotes text when the end of the value would be ambiguous. */
function formatValue(value: unknown): string {
  const isPlain = typeof value === 'string' && /^[^\s"=]+$/.test(value)
  return truncate(escapeControls(isPlain ? value : JSON.stringify(value)), maxValueLength)
}

/** Lists the lines of an error's stack, then those of its causes. */
function formatStack(error: Fields, depth = 0): string[] {
  const { stack, cause, type = 'Error', message } = error
  if (stack === undefined && message === undefined) return []
  const text = typeof stack === 'string' && stack !== '' ? stack : `${type}: ${message}`
  const lines = text.split('\n').map((line) => truncate(escapeControls(line), maxMessageLength))
  const causes = isObject(cause) && depth < maxCauses ? formatStack(cause, depth + 1) : []
  const [first, ...others] = causes
  return [
    ...lines.slice(0, maxStackLines),
    ...(first === undefined ? [] : [`Caused by: ${first}`, ...others]),
  ]
}

function escapeControls(text: string): string {
  return text.replace(controls, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, '0')}`
  })
}

function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
