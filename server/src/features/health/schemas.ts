import { Type } from 'typebox'

export const Healthz = Type.Object(
  {
    status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')], {
      description: 'degraded: still selling, but a subsystem is away',
    }),
  },
  { title: 'Healthz' },
)

const CheckResult = Type.Object(
  { ok: Type.Boolean() },
  { title: 'CheckResult', additionalProperties: true },
)

export const Ping = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether every check is good' }),
    status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
    version: Type.String({ description: 'Version of the interface' }),
    time: Type.Integer({ description: 'The service clock, Unix ms' }),
    uptimeMs: Type.Integer(),
    wallet: Type.String({ description: 'The merchant this key belongs to' }),
    checks: Type.Record(Type.String(), CheckResult, {
      description: 'Subsystems as last sampled in the background',
    }),
  },
  { title: 'Ping' },
)
