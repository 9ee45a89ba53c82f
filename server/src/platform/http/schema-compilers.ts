import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'
import { foldNull } from './fold-null.js'

export type SchemaCompilers = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>

type Compiled = { (value: unknown): unknown; errors?: unknown }
type Compile = (route: { schema: object }) => Compiled

/**
 * Returns Fastify's own compilers, made lazy: each schema object is compiled once, at its first use. Compiling all of
 * them takes a third of the startup time. Servers that share the compilers, as tests do, share the compiled schemas.
 */
export function createSchemaCompilers(): SchemaCompilers {
  return {
    buildValidator: compileLater(AjvCompiler()),
    buildSerializer: compileLater(SerializerSelector(), foldNull),
  }
}

function compileLater<Build extends (...input: never[]) => unknown>(
  build: Build,
  prepare = (schema: object) => schema,
): Build {
  const known = new WeakMap<object, Compiled>()

  const buildLater = (...input: never[]): Compile => {
    // Fastify's types declare a schema here, but it passes a route with its schema.
    const compile = build(...input) as Compile
    const compileOnce: Compile = (route) => {
      const { schema } = route
      const compiled = known.get(schema) ?? compile({ ...route, schema: prepare(schema) })
      known.set(schema, compiled)
      return compiled
    }
    return (route) => {
      let compiled: Compiled | null = null
      const later: Compiled = (value) => {
        compiled ??= compileOnce(route)
        const result = compiled(value)
        // Ajv reports errors on the validator function.
        later.errors = compiled.errors
        return result
      }
      return later
    }
  }
  return buildLater as unknown as Build
}
