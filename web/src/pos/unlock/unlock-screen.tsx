import { posTexts as texts } from '../../core/texts/en-pos.js'
import { unlockSound } from '../charge/attention.js'
import { PinEntry } from '../parts/pin-entry.js'
import type { Session } from '../session/use-session.js'

type Props = {
  session: Session
  name: string
  cashiers: readonly { id: string; name: string }[]
}

/** Asks for the cashier and the PIN. */
export function UnlockScreen({ session, name, cashiers }: Props) {
  return (
    <main class="stage unlock">
      <img src="/assets/logo.svg" alt="" width="40" height="40" />
      <h1>{name}</h1>
      {cashiers.length === 0 ? (
        <p class="soft">{texts.unlock.noCashiers}</p>
      ) : (
        <>
          <PinEntry
            cashiers={cashiers}
            legend={texts.unlock.choose}
            submit={texts.unlock.submit}
            // Browsers play sounds only after a touch, so this touch prepares the sound of a
            // payment.
            onPress={unlockSound}
            onSubmit={session.unlock}
          />
          <p class="note">{texts.unlock.forgot}</p>
        </>
      )}
    </main>
  )
}
