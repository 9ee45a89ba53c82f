export const themes = ['system', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

const key = 'tallystick.theme'

/** Returns the theme that the person chose in this browser. */
export function readTheme(): Theme {
  const stored = localStorage.getItem(key)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Stores and shows a theme. */
export function writeTheme(theme: Theme): void {
  localStorage.setItem(key, theme)
  showTheme(theme)
}

/** Without the attribute, the device decides. */
export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}
