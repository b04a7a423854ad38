// One declaration of a call, used by both sides: the server serves it, the browser calls it, neither can drift.
import { type Static, type TNull, type TSchema, type TVoid, Type } from 'typebox'
import type { Access } from './access.ts'

/**
 * A call. `access` and `effect` are required: leaving one out does not compile.
 * `effect` says whether the call changes anything, whatever its method (spec §7 has lists by POST and writes by GET).
 * A POST that declares `query` and no `body` takes those fields from the query string or from the body.
 */
export type Endpoint<
  D extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  A extends Access = Access,
> = {
  summary: string
  method: 'GET' | 'POST'
  path: `/${string}`
  access: A
  effect: 'read' | 'write'
  /** The reply holds a secret: it is never stored for a repetition (Idempotency-Key), nor compressed. */
  secret?: true
  query?: Q
  body?: B
  data: D
}

export function endpoint<
  D extends TSchema,
  Q extends TSchema = TVoid,
  B extends TSchema = TVoid,
  const A extends Access = Access,
>(declaration: Endpoint<D, Q, B, A>): Endpoint<D, Q, B, A> {
  return declaration
}

type Parts<D extends TSchema, Q extends TSchema, B extends TSchema> = { query?: Q; body?: B; data: D; secret?: true }

/** The usual call, by POST, that changes nothing. */
export function readCall<
  D extends TSchema,
  Q extends TSchema = TVoid,
  B extends TSchema = TVoid,
  const A extends Access = Access,
>(summary: string, path: `/${string}`, access: A, parts: Parts<D, Q, B>): Endpoint<D, Q, B, A> {
  return { summary, method: 'POST', path, access, effect: 'read', ...parts }
}

/** A call by GET that changes nothing. */
export function getCall<D extends TSchema, Q extends TSchema = TVoid, const A extends Access = Access>(
  summary: string,
  path: `/${string}`,
  access: A,
  parts: Omit<Parts<D, Q, TVoid>, 'body'>,
): Endpoint<D, Q, TVoid, A> {
  return { summary, method: 'GET', path, access, effect: 'read', ...parts }
}

/** The usual call, by POST, that changes something; without `data` it answers null. */
export function writeCall<
  D extends TSchema = TNull,
  Q extends TSchema = TVoid,
  B extends TSchema = TVoid,
  const A extends Access = Access,
>(
  summary: string,
  path: `/${string}`,
  access: A,
  { data = Type.Null() as TSchema as D, ...parts }: Omit<Parts<D, Q, B>, 'data'> & { data?: D } = {},
): Endpoint<D, Q, B, A> {
  return { summary, method: 'POST', path, access, effect: 'write', ...parts, data }
}

/** Header of a write: the same key with the same input is done once within 24 h, and answered alike. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
/** Header of a write that is made again after 600: the `confirmToken` of that reply. */
export const CONFIRM_HEADER = 'x-confirm-token'
/** Header of a call whose access is `apiKey`. */
export const API_KEY_HEADER = 'x-api-key'

export type QueryOf<E> = E extends Endpoint<infer _D, infer Q, infer _B, infer _A> ? Static<Q> : never
export type BodyOf<E> = E extends Endpoint<infer _D, infer _Q, infer B, infer _A> ? Static<B> : never
export type DataOf<E> = E extends Endpoint<infer D, infer _Q, infer _B, infer _A> ? Static<D> : never
export type AccessOf<E> = E extends Endpoint<infer _D, infer _Q, infer _B, infer A> ? A : never

/** What the browser passes: the body, or the query, or both by name where a call has both. */
export type Input<E> =
  E extends Endpoint<infer _D, infer Q, infer B, infer _A>
    ? Q extends TVoid
      ? Static<B>
      : B extends TVoid
        ? Static<Q>
        : { query: Static<Q>; body: Static<B> }
    : never
