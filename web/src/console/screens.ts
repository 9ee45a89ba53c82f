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

/** The screens of the console, in the order of the navigation. Each loads on first use. */
export const screens: readonly Screen[] = [
  {
    name: 'home',
    path: '/',
    icon: 'home',
    rights: null,
    group: 'sell',
    load: () => import('./home/home-screen.js'),
  },
  {
    name: 'receipts',
    path: '/receipts/:id?',
    icon: 'receipt',
    rights: ['receipts:read-own'],
    group: 'sell',
    load: () => import('./receipts/receipts-screen.js'),
  },
  {
    name: 'team',
    path: '/team/:tab?',
    icon: 'person',
    rights: ['members:read'],
    group: 'settings',
    probe: '/api/members',
    load: () => import('./team/team-screen.js'),
  },
  {
    name: 'audit',
    path: '/audit',
    icon: 'clock',
    rights: ['audit:read'],
    group: 'settings',
    probe: '/api/audit',
    load: () => import('./team/audit-screen.js'),
  },
  {
    name: 'developers',
    path: '/developers/:tab?',
    icon: 'code',
    rights: ['keys:manage'],
    group: 'settings',
    probe: '/api/keys',
    load: () => import('./developers/developers-screen.js'),
  },
  {
    name: 'subscriptions',
    path: '/subscriptions/:view?',
    icon: 'repeat',
    rights: ['subscriptions:read'],
    group: 'sell',
    probe: '/api/subscriptions/plans/history',
    load: () => import('./subscriptions/subscriptions-screen.js'),
  },
  {
    name: 'payouts',
    path: '/payouts',
    icon: 'split',
    rights: ['split:read'],
    group: 'books',
    probe: '/api/split/deploy',
    load: () => import('./payouts/payouts-screen.js'),
  },
  {
    name: 'operator',
    path: '/operator/:tab?',
    icon: 'gear',
    rights: null,
    group: 'settings',
    isOperatorOnly: true,
    load: () => import('./operator/operator-screen.js'),
  },
  {
    name: 'payment',
    path: '/payment',
    icon: 'plus',
    rights: ['receipts:write'],
    group: null,
    load: () => import('./payment/payment-screen.js'),
  },
  {
    name: 'refund',
    path: '/refund',
    icon: 'undo',
    rights: ['refunds:plan'],
    group: null,
    load: () => import('./refund/refund-screen.js'),
  },
  {
    name: 'parts',
    path: '/parts',
    icon: 'box',
    rights: null,
    group: null,
    isSandboxOnly: true,
    load: () => import('./parts-page/parts-screen.js'),
  },
]
