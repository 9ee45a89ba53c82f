/** The keys of the keypad, as a cashier reads them. */
export const keypadKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', 'back'] as const

export type KeypadKey = (typeof keypadKeys)[number] | 'clear'

/** 99,999,999.99: above it, a digit is a mistake. */
const maxCents = 9_999_999_999

/** Returns the typed amount after a key. Digits shift in from the right, as on a cash register. */
export function pressKey(cents: number, key: KeypadKey): number {
  if (key === 'clear') return 0
  if (key === 'back') return Math.floor(cents / 10)
  const typed = key === '00' ? cents * 100 : cents * 10 + Number(key)
  return typed > maxCents ? cents : typed
}

/** Returns the key of a hardware keyboard, or null. */
export function keyOf(key: string): KeypadKey | null {
  if (/^[0-9]$/.test(key)) return key as KeypadKey
  if (key === 'Backspace') return 'back'
  return key === 'Delete' ? 'clear' : null
}
