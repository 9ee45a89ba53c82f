import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

export type SchemaCompilers = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>

type Compiled = { (value: unknown): unknown; errors?: unknown }
type Compile = (route: { schema: object }) => Compiled

/**
 * Returns Fastify's own compilers, which compile each schema object once, at its first use: compiling all of them takes
 * a third of a start. Servers that share these compilers, as tests do, share everything compiled.
 */
export function createSchemaCompilers(): SchemaCompilers {
  return {
    buildValidator: compileLater(AjvCompiler()),
    buildSerializer: compileLater(SerializerSelector()),
  }
}

function compileLater<Build extends (...input: never[]) => unknown>(build: Build): Build {
  const known = new WeakMap<object, Compiled>()

  const buildLater = (...input: never[]): Compile => {
    // Fastify's types name a schema here; it passes a route with its schema.
    const compile = build(...input) as Compile
    const compileOnce: Compile = (route) => {
      const compiled = known.get(route.schema) ?? compile(route)
      known.set(route.schema, compiled)
      return compiled
    }
    return (route) => {
      let compiled: Compiled | null = null
      const later: Compiled = (value) => {
        compiled ??= compileOnce(route)
        const result = compiled(value)
        // A validator leaves its errors here.
        later.errors = compiled.errors
        return result
      }
      return later
    }
  }
  return buildLater as unknown as Build
}
