import type { ApiComponents } from '@tallystick/sdk'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Api } from '../api/create-api.js'
import type { ConsoleView } from '../view.js'

export type Me = ApiComponents['schemas']['Me']
type Membership = Me['merchants'][number]

/** The signed-in person, the merchant they act for, and the calls they make. */
export type Session = {
  view: ConsoleView
  me: Me
  membership: Membership
  api: Api
  /** Asks for a fresh proof of identity. Resolves to whether the person gave it. */
  stepUp(): Promise<boolean>
  chooseMerchant(wallet: string): void
  signOut(): Promise<void>
}

const SessionContext = createContext<Session | null>(null)

export const SessionProvider = SessionContext.Provider

/** @throws {Error} outside of a signed-in screen. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession was called outside of SessionGate')
  return session
}

/** Returns whether the person's role has a right, such as `refunds:write`. */
export function useRight(right: string): boolean {
  return useSession().membership.rights.includes(right)
}

/** Returns whether a session may exist: its cookie that scripts can read is there. */
export function hasSessionCookie(): boolean {
  return /(^|; )cb_csrf=./.test(document.cookie)
}
