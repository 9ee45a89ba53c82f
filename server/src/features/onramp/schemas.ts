import { type Static, Type } from 'typebox'
import { DegradedFields } from '../../platform/degraded/degraded.js'
import {
  namedEnum,
  namedObject,
  okResponse,
  orNull,
  text,
  time,
} from '../../platform/http/schemas.js'

const provider = namedEnum('OnrampProvider', ['stripe', 'sandbox'], 'The provider of card payments')

const session = {
  id: text('The id of the session at the provider'),
  url: text("The provider's page, where the buyer enters the card"),
  expiresAt: time('when the page can no longer be used'),
}

/** The state of a card payment on the payment page. */
export const CardPayment = namedObject('CardPayment', {
  provider,
  status: namedEnum(
    'CardStatus',
    ['available', 'processing', 'needs_documents', 'declined'],
    'processing: the card was charged, and the money is on its way. needs_documents and declined: see failure',
  ),
  session: orNull(
    namedObject('CardSession', session),
    'The open session, which a new attempt continues, or null',
  ),
})
export type CardPayment = Static<typeof CardPayment>

export const OnrampSessionResponse = okResponse('OnrampSessionResponse', {
  session: namedObject('OnrampSession', { ...session, provider }),
})

export const CallbackParams = Type.Object({ provider: text('stripe or sandbox') })

/** The provider defines the body. It is verified as text, before it is read. */
export const CallbackBody = Type.Unsafe<string>({
  type: 'object',
  additionalProperties: true,
  title: 'OnrampCallback',
})

export const CallbackReceived = okResponse('CallbackReceived', { ...DegradedFields })
