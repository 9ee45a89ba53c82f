import type { Access } from '../../auth/access.js'
import { merchantOf, principalOf } from '../../auth/caller.js'
import { listCashiers, type StoredCashier } from '../../auth/devices/cashier-store.js'
import type { Device } from '../../auth/devices/devices.js'
import { anyOf, device, session } from '../../auth/guards.js'
import { recallFrom } from '../../platform/degraded/recall-from.js'
import type { Routes } from '../../platform/feature.js'
import { newIdFor } from '../../platform/http/idempotency/claim-request.js'
import { etagOf, readExpectedRevision } from '../../platform/http/revisions.js'
import { createCashier, deleteCashier, updateCashier } from './cashiers/change-cashier.js'
import {
  createRegister,
  deleteRegister,
  describeRegister,
  getRegister,
  updateRegister,
} from './change-register.js'
import { listRegisters, type Register as StoredRegister } from './register-store.js'
import {
  CashierBody,
  CashierResponse,
  Cashiers,
  Deleted,
  IdParams,
  RegisterBody,
  RegisterChangeBody,
  RegisterResponse,
  Registers,
} from './schemas.js'

/** Registers and their settings. */
export const registerRoutes: Routes = async (app, { ctx }) => {
  const mayManage = session({ may: 'registers:manage' })

  app.get(
    '/api/registers',
    {
      config: {
        outage: 'recall',
        guard: anyOf(session({ may: 'registers:read' }), device({ may: null })),
      },
      schema: {
        summary: 'List registers',
        description:
          'A paired device reads its own register: only id and name until a cashier unlocks it.',
        response: { 200: Registers },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const { ctx: recalling, mark } = recallFrom(ctx, merchant)
      const registers = await listRegisters(recalling.db, merchant)
      const { caller } = request
      return {
        ok: true as const,
        ...(caller?.kind === 'device'
          ? { registers: registerOf(caller, registers), device: describeDevice(caller) }
          : { registers: registers.map(describeRegister) }),
        ...mark(),
      }
    },
  )

  app.post(
    '/api/registers',
    {
      config: { outage: 'refuse', guard: mayManage, idempotent: {} },
      schema: {
        summary: 'Create a register',
        body: RegisterBody,
        response: { 201: RegisterResponse },
      },
    },
    async (request, reply) => {
      const register = await createRegister(ctx, {
        by: principalOf(request),
        id: newIdFor(ctx, { request, prefix: 'reg' }),
        body: request.body,
      })
      return reply.code(201).header('etag', etagOf(register.revision)).send(respond(register))
    },
  )

  app.get(
    '/api/registers/:id',
    {
      config: { outage: 'recall', guard: session({ may: 'registers:read' }) },
      schema: {
        summary: 'Get a register',
        params: IdParams,
        response: { 200: RegisterResponse },
      },
    },
    async (request, reply) => {
      const merchant = merchantOf(request)
      const register = await getRegister(ctx, { merchant, id: request.params.id })
      return reply.header('etag', etagOf(register.revision)).send(respond(register))
    },
  )

  app.put(
    '/api/registers/:id',
    {
      config: { outage: 'refuse', guard: mayManage },
      schema: {
        summary: 'Change a register',
        description: 'Changes the given fields and keeps all others.',
        params: IdParams,
        body: RegisterChangeBody,
        response: { 200: RegisterResponse },
      },
    },
    async (request, reply) => {
      const register = await updateRegister(ctx, {
        by: principalOf(request),
        id: request.params.id,
        body: request.body,
        expectedRevision: readExpectedRevision(request),
      })
      return reply.header('etag', etagOf(register.revision)).send(respond(register))
    },
  )

  app.delete(
    '/api/registers/:id',
    {
      config: { outage: 'refuse', guard: mayManage },
      schema: {
        summary: 'Delete a register and end its devices',
        params: IdParams,
        response: { 200: Deleted },
      },
    },
    async (request) => {
      const { id } = request.params
      await deleteRegister(ctx, { by: principalOf(request), id })
      return { ok: true as const, id, deleted: true as const }
    },
  )
}

/** Cashiers, who unlock registers with a PIN. */
export const cashierRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const { pins, hashNetwork } = access
  const guard = session({ may: 'registers:manage', needsStepUp: true })

  app.get(
    '/api/cashiers',
    {
      config: {
        outage: 'recall',
        guard: anyOf(session({ may: 'registers:read' }), device({ may: null })),
      },
      schema: {
        summary: 'List cashiers',
        description: 'A paired register reads ids and names.',
        response: { 200: Cashiers },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const { ctx: recalling, mark } = recallFrom(ctx, merchant)
      const cashiers = await listCashiers(recalling.db, merchant)
      const isDevice = request.caller?.kind === 'device'
      const describe = isDevice ? nameOf : describeCashier
      return { ok: true as const, cashiers: cashiers.map(describe), ...mark() }
    },
  )

  app.post(
    '/api/cashiers',
    {
      config: { outage: 'refuse', guard, idempotent: {} },
      schema: {
        summary: 'Create a cashier',
        body: CashierBody,
        response: { 201: CashierResponse },
      },
    },
    async (request, reply) => {
      const cashier = await createCashier(ctx, {
        by: principalOf(request),
        id: newIdFor(ctx, { request, prefix: 'csh' }),
        body: { ...request.body, pin: request.body.pin },
        pins,
        network: hashNetwork(request.ip),
      })
      return reply.code(201).send({ ok: true as const, cashier: describeCashier(cashier) })
    },
  )

  app.put(
    '/api/cashiers/:id',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: "Change a cashier's name, rights or PIN",
        description: 'Changes the given fields. A new PIN ends a lock.',
        params: IdParams,
        body: CashierBody,
        response: { 200: CashierResponse },
      },
    },
    async (request) => {
      const { params, body } = request
      const by = principalOf(request)
      const network = hashNetwork(request.ip)
      const cashier = await updateCashier(ctx, { by, id: params.id, body, pins, network })
      return { ok: true as const, cashier: describeCashier(cashier) }
    },
  )

  app.delete(
    '/api/cashiers/:id',
    {
      config: { outage: 'refuse', guard },
      schema: { summary: 'Delete a cashier', params: IdParams, response: { 200: Deleted } },
    },
    async (request) => {
      const { id } = request.params
      await deleteCashier(ctx, { by: principalOf(request), id })
      return { ok: true as const, id, deleted: true as const }
    },
  )
}

function respond(register: StoredRegister) {
  return { ok: true as const, register: describeRegister(register) }
}

/** Returns the register of a device. A locked device reads its name. */
function registerOf({ registerId, cashier }: Device, registers: readonly StoredRegister[]) {
  return registers
    .filter(({ id }) => id === registerId)
    .map((register) => (cashier ? describeRegister(register) : nameOf(register)))
}

function nameOf({ id, name }: { id: string; name: string }) {
  return { id, name }
}

/** Returns a device as it sees itself. */
export function describeDevice({ id, registerId, deviceKind: kind, name, cashier }: Device) {
  return { id, registerId, kind, name, cashier: cashier && describeUnlockedBy(cashier) }
}

function describeUnlockedBy({ id, name, rights }: NonNullable<Device['cashier']>) {
  return { id, name, rights: [...rights] }
}

function describeCashier({ id, name, rights, lockedUntil, createdAt }: StoredCashier) {
  return { id, name, rights: [...rights], lockedUntil, createdAt }
}
