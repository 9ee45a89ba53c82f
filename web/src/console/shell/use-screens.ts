import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Screen } from '../screen.js'
import { useSession } from '../session/session.js'

/** All screens. The shell provides them, because a screen cannot import the list that loads it. */
export const ScreensContext = createContext<readonly Screen[]>([])

/** The screens that the person's role may open. */
export function useScreens(): readonly Screen[] {
  const { me, membership, view } = useSession()
  return useContext(ScreensContext).filter(
    ({ rights, isSandboxOnly, isOperatorOnly }) =>
      (!isOperatorOnly || me.isOperator) &&
      (rights === null || rights.some((right) => membership.rights.includes(right))) &&
      (!isSandboxOnly || view.mode === 'sandbox'),
  )
}
