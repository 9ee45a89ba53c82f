import { Type } from 'typebox'
import { deviceKinds } from '../../auth/devices/device-store.js'
import { cashierRights } from '../../auth/roles.js'
import { currencies } from '../../lib/money.js'
import { DegradedFields } from '../../platform/degraded/degraded.js'
import { ExpectedRevision, Revision } from '../../platform/http/revisions.js'
import {
  boolean,
  integer,
  namedEnum,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
  time,
} from '../../platform/http/schemas.js'

const Kind = namedEnum('DeviceKind', deviceKinds)
const Rights = Type.Array(namedEnum('CashierRight', cashierRights))
const Percents = Type.Array(number('10 is 10 %'))
const any = (description: string) => Type.Optional(Type.Any({ description }))

export const IdParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

const settings = {
  name: text('1 to 60 characters'),
  items: orNull(Type.Array(Type.String()), 'SKUs of the items to show; null shows the catalog'),
  tipPresets: Percents,
  jurisdictionCode: orNull(Type.String(), 'Tax of its sales; null uses that of the shop'),
  footer: text('The last lines of a printed receipt'),
  receiptWidth: integer('58 or 80 mm'),
}

const Register = namedObject('Register', {
  id: Type.String(),
  ...settings,
  code: text('Fixed part of the address /t/{code} of its current sale'),
  revision: Revision,
  createdAt: time('when it was created'),
  updatedAt: time('when it last changed'),
})

/** A locked register reads its name only. */
const ShownRegister = namedObject('ShownRegister', {
  ...Type.Partial(Register).properties,
  id: Type.String(),
  name: Type.String(),
})

const Cashier = namedObject('Cashier', {
  id: Type.String(),
  name: Type.String(),
  rights: Rights,
  lockedUntil: orNull(time('when wrong PINs stop locking this cashier')),
  createdAt: time('when it was created'),
})

const ShownCashier = namedObject('ShownCashier', {
  ...Type.Partial(Cashier).properties,
  id: Type.String(),
  name: Type.String(),
})

const UnlockedBy = orNull(
  namedObject('UnlockedBy', { id: Type.String(), name: Type.String(), rights: Rights }),
  'The cashier who has unlocked it; null while it is locked',
)

const OwnDevice = namedObject('OwnDevice', {
  id: text('Send it as x-device-id'),
  registerId: Type.String(),
  kind: Kind,
  name: Type.String(),
  cashier: UnlockedBy,
})

export const Registers = okResponse('Registers', {
  registers: Type.Array(ShownRegister, { description: 'Oldest first. A device reads its own.' }),
  device: Type.Optional(OwnDevice),
  ...DegradedFields,
})

/** Validated in code, for better error messages than a schema gives. */
export const RegisterBody = namedObject('RegisterBody', {
  name: any('1 to 60 characters. Required for a new register'),
  items: any('Up to 500 SKUs, or null for the whole catalog'),
  tipPresets: any('Up to 6 percents, for example [10, 15, 20]'),
  jurisdictionCode: any('For example US-CA, or null for that of the shop'),
  footer: any('Up to 500 characters'),
  receiptWidth: any('58 or 80'),
})

export const RegisterChangeBody = namedObject('RegisterChangeBody', {
  ...RegisterBody.properties,
  expectedRevision: ExpectedRevision,
})

export const RegisterResponse = okResponse('RegisterResponse', { register: Register })

export const Deleted = okResponse('RegisterDeleted', {
  id: Type.String(),
  deleted: Type.Literal(true),
})

export const Cashiers = okResponse('Cashiers', {
  cashiers: Type.Array(ShownCashier, { description: 'Oldest first. A device reads names only.' }),
  ...DegradedFields,
})

export const CashierBody = namedObject('CashierBody', {
  name: any('1 to 60 characters. Required for a new cashier'),
  pin: any('4 to 8 digits as text. Required for a new cashier'),
  rights: any(`Any of ${cashierRights.join(', ')}. Default: sell, see_own_sales`),
})

export const CashierResponse = okResponse('CashierResponse', { cashier: Cashier })

export const PairingBody = Type.Object({
  registerId: Type.String({ maxLength: 64 }),
  kind: Type.Optional(Kind),
})

export const PairingCreated = okResponse('PairingCreated', {
  code: text('Works once. Show it as a QR code'),
  expiresAt: time('when it expires, two minutes after its creation'),
})

export const PairDeviceBody = Type.Object({
  code: Type.String({ maxLength: 64, description: 'From POST /api/devices/pairings' }),
  name: Type.String({ description: '1 to 60 characters, for the list of devices' }),
})

const CsrfToken = text('Send it as `x-csrf-token` with every write')

export const DevicePaired = okResponse('DevicePaired', { device: OwnDevice, csrfToken: CsrfToken })

export const UnlockBody = Type.Object({
  cashierId: Type.String({ maxLength: 64 }),
  pin: Type.Any({ description: '4 to 8 digits as text' }),
})

export const DeviceUnlocked = okResponse('DeviceUnlocked', {
  device: OwnDevice,
  csrfToken: CsrfToken,
  ...DegradedFields,
})

export const DeviceLocked = okResponse('DeviceLocked', { ...DegradedFields })

const Line = namedObject('SaleLine', {
  label: Type.String({ minLength: 1, maxLength: 200 }),
  qty: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
  amount: Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 }),
})

const Amount = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1_000_000_000, description })

const cart = {
  currency: namedEnum('Currency', currencies),
  total: Amount('With tax and fee, without tip'),
  lines: Type.Array(Line, { maxItems: 200 }),
}

/** An empty body clears the display. */
export const SaleBody = namedObject('SaleBody', {
  cart: Type.Optional(orNull(namedObject('SaleCart', cart), 'null clears the display')),
  receiptId: Type.Optional(
    Type.String({ maxLength: 128, description: 'The receipt of this sale, once it exists' }),
  ),
})

export const TipBody = namedObject('TipBody', {
  tip: Amount('In the currency of the sale; 0 for none'),
})

export const SaleResponse = okResponse('CurrentSale', {
  register: namedObject('SaleRegister', { id: Type.String(), name: Type.String() }),
  sale: orNull(
    namedObject('ShownSale', {
      ...cart,
      tip: orNull(Type.Number(), 'null until the buyer or the cashier sets one'),
      receipt: orNull(
        namedObject('ShownSaleReceipt', {
          receiptId: Type.String(),
          status: Type.String(),
          paymentUrl: text('Show it as a QR code'),
        }),
        'null until the register creates it',
      ),
      updatedAt: time('when the register last changed it'),
    }),
    'null when nothing is being sold',
  ),
  tipPresets: Percents,
})

export const TagParams = Type.Object({ code: Type.String({ maxLength: 16 }) })

export const TagResponse = okResponse('TaggedSale', {
  sale: orNull(
    namedObject('WaitingSale', { paymentUrl: text('Open it in the browser of the buyer') }),
    'null when there is nothing to pay yet',
  ),
})

export const Devices = okResponse('Devices', {
  devices: Type.Array(
    namedObject('Device', {
      id: Type.String(),
      registerId: Type.String(),
      kind: Kind,
      name: Type.String(),
      isUnlocked: boolean('Whether a cashier has unlocked it'),
      cashierId: orNull(Type.String(), 'The cashier who unlocked it last'),
      createdBy: text('The person who created its pairing code'),
      createdAt: time('when it was paired'),
      lastUsedAt: time('when it was last paired, unlocked or locked'),
    }),
    { description: 'Oldest first' },
  ),
})

export const DeviceRevoked = okResponse('DeviceRevoked', {
  id: Type.String(),
  revoked: Type.Literal(true),
})
