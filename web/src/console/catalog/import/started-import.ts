/** Remembers the import that this tab has started, so that a reload of the page finds its result. */
const keyOf = (merchant: string) => `tallystick.import.${merchant}`

export function rememberImport(merchant: string, id: string): void {
  try {
    sessionStorage.setItem(keyOf(merchant), id)
  } catch {
    // Without storage, an import that ended during the reload is not shown.
  }
}

export function recallImport(merchant: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(merchant))
  } catch {
    return null
  }
}

export function forgetImport(merchant: string): void {
  try {
    sessionStorage.removeItem(keyOf(merchant))
  } catch {
    // Nothing was stored either.
  }
}
