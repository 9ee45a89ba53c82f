import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type ConsoleTexts, consoleTexts } from '../core/texts/en-console.js'

const TextsContext = createContext<ConsoleTexts>(consoleTexts)

export function useConsoleTexts(): ConsoleTexts {
  return useContext(TextsContext)
}
