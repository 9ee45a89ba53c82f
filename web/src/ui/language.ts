import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Texts } from '../core/texts/en.js'
import { english, type Language } from '../core/texts/language.js'

const LanguageContext = createContext(english)

/** Provides a language to all components below. */
export const LanguageProvider = LanguageContext.Provider

export function useLanguage(): Language {
  return useContext(LanguageContext)
}

/** Returns the texts of the current language. */
export function useTexts(): Texts {
  return useLanguage().texts
}
