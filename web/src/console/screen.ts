import type { ComponentType } from 'preact'
import type { ConsoleTexts } from '../core/texts/en-console.js'
import type { PathOf } from './api/api-types.js'
import type { IconName } from './parts/icon.js'

export type ScreenName = keyof ConsoleTexts['screens']

export type Screen = {
  name: ScreenName
  /** Below `/console`, with the parameters of the screen. */
  path: string
  icon: IconName
  /** A person without any of these rights does not see the screen. Null is for everyone. */
  rights: readonly string[] | null
  /** Screens of a group stand together in the navigation. Null screens are not listed. */
  group: 'sell' | 'books' | 'settings' | null
  /** Shown in a sandbox only. */
  isSandboxOnly?: boolean
  /** Listed for operators of the platform only. */
  isOperatorOnly?: boolean
  /** A call that names the roles with the right, when it refuses one without it. */
  probe?: PathOf<'get'>
  load(): Promise<{ Screen: ComponentType }>
}
