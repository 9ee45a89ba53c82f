import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type ConsoleFormats, consoleFormats } from './console-formats.js'

const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const FormatsContext = createContext<ConsoleFormats>(consoleFormats('en', deviceZone))

/** Provides the language and the time zone of the shop. */
export const FormatsProvider = FormatsContext.Provider

/** Returns the formats of the language and of the shop's time zone. */
export function useFormats(): ConsoleFormats {
  return useContext(FormatsContext)
}
