/** A line of paper, as a printer prints it. */
type PrintedLine = { text: string; isBold: boolean; isTall: boolean }

/** The effect of bytes on a printer. */
type Printed = { lines: PrintedLine[]; cuts: number; isReset: boolean }

/** Single bytes above 127 by code page: as many as the tests print. */
const letters = { 129: 'ü', 130: 'é', 132: 'ä', 138: 'è' }
const pages: Record<number, Record<number, string>> = {
  0: letters,
  19: { ...letters, 213: '€' },
}

/** Commands of two bytes, with the number of their arguments. */
const escArguments: Record<string, number> = { '@': 0, t: 1, a: 1, E: 1, M: 1, '-': 1 }
const gsArguments: Record<string, number> = { '!': 1, V: 1 }

/**
 * Decodes ESC/POS like a printer, without the library that wrote it.
 *
 * @throws {Error} at an unknown command, which a printer would print as text.
 */
export function decodeEscPos(bytes: Uint8Array): Printed {
  const printed: Printed = { lines: [], cuts: 0, isReset: false }
  let page = 0
  let isBold = false
  let isTall = false
  let line: PrintedLine | null = null
  let place = 0
  const next = () => bytes[place++] ?? 0
  const open = () => {
    line ??= { text: '', isBold, isTall }
    return line
  }
  while (place < bytes.length) {
    const byte = next()
    if (byte === 0x1b || byte === 0x1d || byte === 0x1c) {
      const name = String.fromCharCode(next())
      if (byte === 0x1c && name === '.') continue
      const count = (byte === 0x1b ? escArguments : gsArguments)[name]
      if (count === undefined) throw new Error(`unknown command ${byte.toString(16)} ${name}`)
      const value = count === 1 ? next() : 0
      if (name === '@') printed.isReset = true
      if (name === 't') page = value
      if (name === 'E') isBold = value === 1
      if (name === '!') isTall = (value & 0x0f) > 0
      if (name === 'V') printed.cuts += 1
      continue
    }
    if (byte === 0x0a) {
      printed.lines.push(open())
      line = null
      continue
    }
    if (byte === 0x0d) continue
    const current = open()
    const character = byte < 0x80 ? String.fromCharCode(byte) : pages[page]?.[byte]
    if (character === undefined) throw new Error(`unknown character ${byte} of page ${page}`)
    current.text += character
    if (character !== ' ') Object.assign(current, { isBold, isTall })
  }
  return printed
}
