import { useQuery, useQueryClient } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { createApi } from '../api/create-api.js'
import { Notice } from '../parts/notice.js'
import { useConsoleTexts } from '../texts.js'
import type { ConsoleView } from '../view.js'
import { NoShop } from './no-shop.js'
import { personQuery } from './person-query.js'
import { type Me, SessionProvider } from './session.js'
import { SignInScreen } from './sign-in-screen.js'
import { StepUpDialog } from './step-up-dialog.js'

const merchantKey = 'tallystick.merchant'

/** Shows its children to a person who is signed in and has a shop, and the way there to others. */
export function SessionGate({
  view,
  children,
}: {
  view: ConsoleView
  children: ComponentChildren
}) {
  const texts = useConsoleTexts()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(() => localStorage.getItem(merchantKey))
  const [question, setQuestion] = useState<((isConfirmed: boolean) => void) | null>(null)
  const stepUp = () => new Promise<boolean>((resolve) => setQuestion(() => resolve))
  const person = useQuery(personQuery)
  const me = person.data
  const membership = me?.merchants.find(({ wallet }) => wallet === chosen) ?? me?.merchants[0]
  const merchant = membership?.wallet ?? null
  const api = useMemo(
    () =>
      createApi({
        merchant,
        csrfToken: () => queries.getQueryData<Me | null>(['me'])?.csrfToken ?? null,
        fetch: fetch.bind(window),
        noAnswer: texts.states.noAnswer,
        stepUp,
        onSignedOut: () => void queries.invalidateQueries({ queryKey: ['me'] }),
      }),
    [merchant],
  )

  const restart = async () => {
    // Nothing that another person or shop has read stays in memory.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    await queries.invalidateQueries({ queryKey: ['me'] })
  }
  if (me === undefined && person.isError) {
    return (
      <Notice
        title={texts.states.unreachable}
        text={texts.states.unreachableText}
        action={{ label: texts.states.retry, onClick: () => void person.refetch() }}
      />
    )
  }
  if (me === undefined) return <p class="opening">{texts.opening}</p>
  if (me === null) return <SignInScreen view={view} onSignedIn={restart} />
  if (!membership) return <NoShop me={me} api={api} onCreated={restart} />

  const session = {
    view,
    me,
    membership,
    api,
    stepUp,
    chooseMerchant(wallet: string) {
      localStorage.setItem(merchantKey, wallet)
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
      setChosen(wallet)
    },
    async signOut() {
      await api.call('post', '/api/auth/logout')
      await restart()
    },
  }
  const answer = (isConfirmed: boolean) => {
    question?.(isConfirmed)
    setQuestion(null)
  }
  return (
    <SessionProvider value={session}>
      {children}
      {question && <StepUpDialog onDone={answer} />}
    </SessionProvider>
  )
}
