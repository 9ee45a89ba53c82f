import { useLocation } from 'wouter-preact'
import type { PaletteEntry } from '../palette/palette-entries.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import type { SandboxDialog } from './sandbox-tools.js'
import { writeTheme } from './theme.js'
import { useScreens } from './use-screens.js'

type Openers = { openHelp(): void; openSandbox(dialog: SandboxDialog): void }

/** Returns the screens and actions of the palette that the role allows. */
export function usePaletteEntries({ openHelp, openSandbox }: Openers): PaletteEntry[] {
  const texts = useConsoleTexts()
  const { view, me, membership, signOut, chooseMerchant } = useSession()
  const shown = useScreens()
  const [, navigate] = useLocation()
  const { palette } = texts.shell
  const may = (right: string) => view.mode === 'sandbox' && membership.rights.includes(right)
  const action = (entry: {
    id: string
    label: string
    icon: PaletteEntry['icon']
    run(): void
  }) => ({
    group: 'actions' as const,
    ...entry,
  })
  return [
    ...shown
      .map((screen) => ({ ...screen, path: screen.path.replace(/\/:\w+\?$/, '') }))
      .filter(({ path }) => !path.includes(':'))
      .map(({ name, icon, path }) => ({
        id: `screen ${name}`,
        group: 'screens' as const,
        label: texts.screens[name],
        icon,
        href: path,
      })),
    ...(may('receipts:write')
      ? [
          action({
            id: 'pay',
            label: palette.simulate,
            icon: 'card',
            run: () => openSandbox('pay'),
          }),
        ]
      : []),
    ...(may('shop:write')
      ? [
          action({
            id: 'clock',
            label: palette.clock,
            icon: 'clock',
            run: () => openSandbox('clock'),
          }),
        ]
      : []),
    ...me.merchants
      .filter(({ wallet }) => wallet !== membership.wallet)
      .map(({ wallet, name }) =>
        action({
          id: `shop ${wallet}`,
          label: `${texts.navigation.switchShop}: ${name || texts.navigation.unnamedShop}`,
          icon: 'shop',
          run: () => {
            chooseMerchant(wallet)
            navigate('/')
          },
        }),
      ),
    action({ id: 'help', label: palette.help, icon: 'help', run: openHelp }),
    ...(['light', 'dark', 'system'] as const).map((theme) =>
      action({
        id: `theme ${theme}`,
        label: texts.navigation.theme[theme],
        icon: theme === 'light' ? 'sun' : theme === 'dark' ? 'moon' : 'gear',
        run: () => writeTheme(theme),
      }),
    ),
    action({
      id: 'sign-out',
      label: texts.navigation.signOut,
      icon: 'leave',
      run: () => void signOut(),
    }),
  ]
}
