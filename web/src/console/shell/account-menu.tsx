import { useState } from 'preact/hooks'
import { Menu } from '../parts/menu.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { readTheme, type Theme, themes, writeTheme } from './theme.js'

/** Shows who is signed in, with the theme and the way out. */
export function AccountMenu() {
  const texts = useConsoleTexts()
  const { me, membership, signOut } = useSession()
  const [theme, setTheme] = useState(readTheme)
  const name = me.name ?? (me.wallet ? `${me.wallet.slice(0, 6)}…${me.wallet.slice(-4)}` : me.id)
  const choose = (chosen: Theme) => {
    writeTheme(chosen)
    setTheme(chosen)
  }
  const icons = { system: 'gear', light: 'sun', dark: 'moon' } as const
  return (
    <Menu
      label={texts.navigation.account}
      triggerClass="nav-link account"
      trigger={
        <>
          <span class="avatar" aria-hidden="true">
            {name.replace(/^0x/, '').slice(0, 2).toUpperCase()}
          </span>
          <span>{name}</span>
          <span class="soft">{texts.roles[membership.role]}</span>
        </>
      }
      items={[
        ...themes.map((choice) => ({
          id: choice,
          label: texts.navigation.theme[choice],
          icon: icons[choice],
          isChecked: choice === theme,
          onSelect: () => choose(choice),
        })),
        {
          id: 'sign-out',
          label: texts.navigation.signOut,
          icon: 'leave' as const,
          onSelect: () => void signOut(),
        },
      ]}
    />
  )
}
