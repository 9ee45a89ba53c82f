import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Toast } from '../parts/toast.js'

/**
 * Says what was changed. A modal dialog covers the toasts of the page, so an open receipt shows its
 * own.
 */
export type Say = (message: Toast) => void

const SayContext = createContext<Say>(() => undefined)

export const SayProvider = SayContext.Provider

export function useSay(): Say {
  return useContext(SayContext)
}
