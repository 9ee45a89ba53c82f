import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { createFormats, type Formats } from '../format/formats.js'
import { en, type Texts } from './en.js'

/** The texts and formats of a page. */
export type Language = {
  /** BCP 47 tag. */
  locale: string
  texts: Texts
  format: Formats
}

export const english: Language = { locale: 'en', texts: en, format: createFormats('en') }

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
