import type { Alerts } from '../alerts/alerts.js'
import { adoptHome } from './adopt-home.js'
import type { HeldSegment, HomeOptions } from './home.js'

type AdoptOptions = HomeOptions & {
  alerts: Pick<Alerts, 'raise' | 'resolve'>
  /** Returns whether this process has locked the directory with this name. */
  isHeld: (name: string) => boolean
  hold: (segments: readonly HeldSegment[]) => Promise<void>
}

/** The alert's key when the directories cannot be listed. Otherwise the key is a directory. */
const listKey = 'adopt'

/**
 * Creates a function that takes over the segments of dead processes. A directory that cannot be
 * read raises an alert, is left for the next time, and does not stop the adoption of others.
 */
export function createAdoption(options: AdoptOptions): () => Promise<void> {
  const { directory, files, alerts, isHeld, hold } = options
  const unreadable = new Set<string>()

  async function adoptFrom(name: string): Promise<void> {
    try {
      const { segments, failure } = await adoptHome(options, name)
      await hold(segments)
      if (failure) markUnreadable(name, failure)
      else markReadable(name)
    } catch (error) {
      markUnreadable(name, error)
    }
  }

  function markUnreadable(name: string, error: unknown): void {
    unreadable.add(name)
    const message = 'a part of the journal cannot be read'
    alerts.raise({ name: 'journal_failing', key: name, message, err: error })
  }

  function markReadable(name: string): void {
    if (unreadable.delete(name)) alerts.resolve('journal_failing', name)
  }

  return async () => {
    const names = await files.list(directory).catch((error) => markUnreadable(listKey, error))
    if (!names) return
    for (const name of names) {
      if (!isHeld(name)) await adoptFrom(name)
    }
    for (const name of unreadable) {
      if (!names.includes(name)) markReadable(name)
    }
  }
}
