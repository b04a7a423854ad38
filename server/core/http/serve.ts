// Binds a declared call to its handler: sign-in and right first, then input, then the act, then the envelope.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAllowed, type SubProductScope } from '#contract/access.ts'
import type { AccessOf, BodyOf, DataOf, Endpoint, QueryOf } from '#contract/endpoint.ts'
import { Fields } from '#contract/fields.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import type { Actor } from '../access/actors.ts'
import { type ApiKey, admitApiKey, type SubProductApiKey } from '../access/api-keys.ts'
import { type Author, type Core, transact } from '../core.ts'
import { type FileField, fileFields, filesNamed } from '../files/file-gate.ts'
import type { FileTarget, UsableFile } from '../files/files.ts'
import type { Change } from '../live/bus.ts'
import { doOnce, keyOf } from './idempotency.ts'
import { refuse } from './refusal.ts'
import { checkInput } from './validation.ts'

export type Context<E> = {
  query: QueryOf<E>
  body: BodyOf<E>
  actor: AccessOf<E> extends { kind: 'anonymous' | 'apiKey' } ? null : Actor
  /** The system that calls with a key. */
  apiKey: AccessOf<E> extends { kind: 'apiKey' }
    ? AccessOf<E> extends { scope: SubProductScope }
      ? SubProductApiKey
      : ApiKey
    : null
  /** `canOn`: the sub-product that the right was checked for. A list filters by it. */
  subProduct: AccessOf<E> extends { kind: 'canOn' } ? SubProductKey : undefined
  db: Db
  core: Core
  /** All files that the input names, which the actor may use (file-gate.ts). */
  files: readonly UsableFile[]
  /** Whose act the audit log records. */
  by: Author
  request: FastifyRequest
  reply: FastifyReply
}

export type RouteOptions = {
  /** Calls a minute from one address, for calls that cost much or can be guessed at. */
  perMinute?: number
  /** Takes multipart/form-data: the handler reads `request.file()`. */
  isUpload?: boolean
  /** Served by the connections that are reserved for getting in and for rights. */
  isReserved?: boolean
  /** Of a call for systems: keys of another kind that it takes too; null where the request's key is not of that kind. */
  admitKey?: (request: FastifyRequest, core: Core) => Promise<ApiKey | null>
}

type RowRequest<E> = { query: QueryOf<E>; body: BodyOf<E>; db: Db }

/** A `canOn('row', …)` finds the sub-product of the stored row before anything else: null where there is no such row. */
type RowOptions<E> = RouteOptions & { subProductOf: (request: RowRequest<E>) => Promise<SubProductKey | null> }

type Awaitable<T> = T | Promise<T>

/**
 * The row that the call edits or shows, and what its form is filled from: their own files may be named, whoever uploaded
 * them. The handler checks the row's scope.
 */
type FileOptions<E> = {
  filesOf?: (request: RowRequest<E> & Pick<Context<E>, 'actor'>) => Awaitable<readonly FileTarget[]>
}

type OptionsFor<E> =
  AccessOf<E> extends { kind: 'canOn'; from: 'row' }
    ? [options: RowOptions<E> & FileOptions<E>]
    : [options?: RouteOptions & FileOptions<E>]

export type Route = {
  endpoint: Endpoint
  options: RouteOptions
  handle: (request: FastifyRequest, reply: FastifyReply, core: Core) => Promise<unknown>
}

const tokenPattern = /^(?:bearer )?([A-Za-z0-9_-]{20,128})$/i

/** The token of the header `{product}-auth`, bare or after `bearer `. The cookie by itself authorises nothing. */
export function tokenOf(request: FastifyRequest, productKey: string): string | undefined {
  const header = request.headers[`${productKey}-auth`]
  return typeof header === 'string' ? tokenPattern.exec(header)?.[1] : undefined
}

const impersonationPattern = /^[1-9][0-9]{0,18}$/

/** With the header `{product}-impersonation` an administrator is the person impersonated; never oneself again where that is over. */
async function asImpersonated(request: FastifyRequest, owner: Actor, core: Core): Promise<Actor> {
  const id = request.headers[`${core.config.productKey}-impersonation`]
  if (id === undefined) return owner
  const actor =
    typeof id === 'string' && impersonationPattern.test(id) ? await core.actors.impersonated(owner, id) : null
  if (!actor) throw refuse('forbidden', { msg: '只读查看已结束，请关闭此窗口' })
  return actor
}

/** Who may make this call: 401 without a live session, 403 without the right. Runs before the body is read. */
export async function admit(
  request: FastifyRequest,
  { endpoint: { access, effect }, options }: Pick<Route, 'endpoint' | 'options'>,
  core: Core,
): Promise<Actor | null> {
  if (access.kind === 'anonymous') return null
  if (access.kind === 'apiKey') {
    request.apiKey = (await options.admitKey?.(request, core)) ?? (await admitApiKey(core, request, access.scope))
    return null
  }
  const token = tokenOf(request, core.config.productKey)
  const owner = token ? await core.actors.find(token) : null
  if (!owner) throw refuse('signedOut')
  const actor = await asImpersonated(request, owner, core)
  // the log says who it was also where the call is refused
  request.actor = actor
  if (actor.impersonation && effect === 'write') throw refuse('forbidden', { msg: '只读查看中，不能进行操作' })
  if (!isAllowed(access, actor)) throw refuse('forbidden')
  return actor
}

/** Refuses writes that another site makes a browser send. Callers that are no browsers send neither header. */
export function refuseForeignSite(request: FastifyRequest, publicUrl: string | undefined): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refuse('forbidden')
  const { origin } = request.headers
  if (origin === undefined || origin === publicUrl) return
  if (!URL.canParse(origin) || new URL(origin).host !== request.host) throw refuse('forbidden')
}

const isForm = (request: FastifyRequest) =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

type Bag = Record<string, unknown>

/** A POST that declares a query and no body takes those fields from either place, each from one. */
function eitherPlace(query: Bag, body: unknown): Bag {
  if (body === undefined || body === null) return query
  if (typeof body !== 'object' || Array.isArray(body)) throw refuse('invalid')
  const twice = Object.keys(body).find((name) => Object.hasOwn(query, name))
  if (twice) throw refuse('invalid', { msg: `参数 ${twice} 重复` })
  return { ...query, ...body }
}

const noFields = Fields({})

/** Where a call declares nothing, an unknown field is refused as it is elsewhere. */
function refuseFields(input: unknown): undefined {
  checkInput(noFields, input, 'strict')
}

function readInput({ method, query, body }: Endpoint, request: FastifyRequest): { query: unknown; body: unknown } {
  const bodyManner = isForm(request) ? 'reading' : 'strict'
  if (method === 'POST' && query && !body) {
    const bag = eitherPlace(request.query as Bag, request.body)
    const manner = request.body === undefined || request.body === null ? 'reading' : bodyManner
    return { query: checkInput(query, bag, manner), body: undefined }
  }
  return {
    query: query ? checkInput(query, request.query, 'reading') : refuseFields(request.query),
    body: body ? checkInput(body, request.body, bodyManner) : refuseFields(request.body ?? {}),
  }
}

type InputRead = { query: unknown; body: unknown }

/** Where a list's input names its sub-product; an export's is that of the query that it exports. */
export function subProductIn(input: unknown): SubProductKey | undefined {
  const { subProduct, query } = (input ?? {}) as { subProduct?: SubProductKey; query?: { subProduct?: SubProductKey } }
  return subProduct ?? query?.subProduct
}

/** The sub-product that a call concerns, and whether its caller holds the right on that one: 403, 20404 without the row. */
async function subProductFor<E extends Endpoint>(
  { access }: E,
  { query, body }: InputRead,
  { actor }: FastifyRequest,
  find: (() => Promise<SubProductKey | null>) | undefined,
): Promise<SubProductKey | undefined> {
  if (access.kind !== 'canOn') return undefined
  const claimed = subProductIn(body ?? query)
  // whether the row is there is told to who has the right on some sub-product
  const mayAsk = actor && subProducts.some(({ key }) => isAllowed(access, actor, key))
  if (!mayAsk) throw refuse('forbidden')
  const found = access.from === 'row' ? await find?.() : claimed
  if (!found) throw refuse(access.from === 'row' ? 'notFound' : 'invalid')
  if (!isAllowed(access, actor, found)) throw refuse('forbidden')
  return found
}

function authorOf({ actor, apiKey, ip, id }: FastifyRequest): Author {
  const person = actor?.impersonation?.by ?? actor
  return {
    id: person?.id ?? null,
    name: person?.userName ?? apiKey?.name ?? '',
    ...(actor && !actor.impersonation && { realName: actor.realName }),
    address: ip,
    requestId: id,
  }
}

/** The sub-product of the row that the body names by its id. */
export const subProductById = (find: (db: Db, id: string) => Promise<SubProductKey | null>) => ({
  subProductOf: ({ body, db }: { body: { id: string }; db: Db }) => find(db, body.id),
})

/** Of a call that names the row by its id; without one it is new. */
export const filesOfRow = (type: string) => ({
  filesOf: ({ body: { id } }: { body: { id?: string | null } }): FileTarget[] => (id ? [{ type, id }] : []),
})

/** What somebody needs to get in and to see the menu: served while all other connections wait. */
export const reserved = (routes: readonly Route[]): Route[] =>
  routes.map((route) => ({ ...route, options: { ...route.options, isReserved: true } }))

/** Handlers answer the data of a success; everything else is a thrown Refusal. */
export function serve<E extends Endpoint>(
  endpoint: E,
  handler: (context: Context<E>) => Promise<DataOf<E>>,
  ...[options]: OptionsFor<E>
): Route {
  const { subProductOf, filesOf } = (options ?? {}) as Partial<RowOptions<E>> & FileOptions<E>
  let fields: FileField[] | undefined
  return {
    endpoint,
    options: options ?? {},
    handle: async (request, reply, core) => {
      const { actor, apiKey } = request
      const input = readInput(endpoint, request)
      const find = subProductOf && (() => subProductOf({ ...input, db: core.db } as RowRequest<E>))
      const subProduct = await subProductFor(endpoint, input, request, find)
      const by = authorOf(request)
      fields ??= fileFields(endpoint.body ?? endpoint.query)
      const naming = { actor, input: input.body ?? input.query, fields }
      const targetsOf = async () => (await filesOf?.({ ...input, actor, db: core.db } as Context<E>)) ?? []
      const run = async (mine: Core) => {
        const files = await filesNamed(core.db, naming, targetsOf)
        const context = { ...input, actor, apiKey, subProduct, files, db: core.db, core: mine, by, request, reply }
        return handler(context as Context<E>)
      }
      const key = keyOf(endpoint, request)
      if (key !== undefined) return doOnce({ endpoint, key, input, request, reply, core }, run)
      const data = await run(core)
      // A handler that tags its reply lets the browser keep it.
      const tag = reply.getHeader('etag')
      if (tag !== undefined && tag === request.headers['if-none-match']) return reply.code(304).send()
      return { code: 200, success: true, data, msg: '操作成功' }
    },
  }
}

/** Without `db`: a transaction takes no second connection. */
type ActContext<E> = Omit<Context<E>, 'db'> & { tx: Tx; announce: (change: Change) => void }
/** What an act whose call has no data returns does not matter. */
type Answer<E> = [DataOf<E>] extends [null] ? unknown : DataOf<E>

/** A write that is one transaction (`transact`): the handler runs in it. */
export function serveAct<E extends Endpoint>(
  endpoint: E,
  act: (context: ActContext<E>) => Promise<Answer<E>>,
  ...options: OptionsFor<E>
): Route {
  const isSilent = (endpoint.data as { type?: unknown }).type === 'null'
  const handler = (context: Context<E>) =>
    transact(context.core, async (tx, announce) => {
      const answer = await act({ ...context, tx, announce })
      return (isSilent ? null : answer) as DataOf<E>
    })
  return serve(endpoint, handler, ...options)
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    apiKey: ApiKey | null
  }
}
