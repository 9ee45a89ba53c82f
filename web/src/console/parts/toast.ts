/** A short message about a change that was made, or was not. */
export type Toast = {
  kind: 'good' | 'bad' | 'wait'
  text: string
  /** Undoes or compares. */
  action?: { label: string; onClick(): void }
}

type Show = (toast: Toast) => void

let show: Show | null = null
const waiting: Toast[] = []
let onFirst: (() => void) | null = null

/** Shows a toast. Its code loads with the first one. */
export function showToast(toast: Toast): void {
  if (show) show(toast)
  else {
    waiting.push(toast)
    onFirst?.()
  }
}

/** Called by the place of toasts, which loads their code when the first one waits. */
export function onFirstToast(load: () => void): void {
  onFirst = load
  if (waiting.length > 0) load()
}

/** Called by the loaded code, which shows what has waited for it. */
export function connectToasts(connected: Show | null): void {
  show = connected
  if (connected) for (const toast of waiting.splice(0)) connected(toast)
}
