// Clients of the sign-in of members: the sites and apps of a sub-product in which its members may sign in (docs/decisions/105).
import { type Static, Type } from 'typebox'
import { can, type Holdings } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Fields, Id, OneLine, OneOf, Required } from '#contract/fields.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import { keySubProducts } from '#contract/system/api-keys.ts'

const root = '/api/backend/entitlements/signInClient'

/** Clients of one sub-product, and addresses of one client, at most. */
export const CLIENTS_MAX = 50
const URIS_MAX = 20
export const URI_LENGTH = 500

/** Sub-products whose clients a person may see: those whose accounts they may view. */
export const integrableSubProducts = (holdings: Holdings): SubProductKey[] => keySubProducts(holdings)

const SubProduct = OneOf(
  '子产品',
  subProducts.map(({ key }) => key),
)

/** Addresses; the server says which are allowed. */
const Uris = (title: string) =>
  Type.Array(Type.String({ title, minLength: 1, maxLength: URI_LENGTH }), {
    title,
    maxItems: URIS_MAX,
    uniqueItems: true,
  })

const fields = {
  name: OneLine(Required('名称', 64)),
  /** Where codes are sent. */
  redirectUris: Type.Array(Type.String({ title: '登录后的地址', minLength: 1, maxLength: URI_LENGTH }), {
    title: '登录后的地址',
    minItems: 1,
    maxItems: URIS_MAX,
    uniqueItems: true,
    messages: { required: '请输入登录后的地址' },
  }),
  /** Where members may be led after signing out. */
  afterLogoutUris: Uris('退出后的地址'),
  /** Told of ended sessions; empty: the client is not told. */
  logoutUri: Type.String({ title: '下线通知地址', maxLength: URI_LENGTH }),
}

const SignInClientRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String(),
  clientId: Type.String(),
  redirectUris: Type.Array(Type.String()),
  afterLogoutUris: Type.Array(Type.String()),
  logoutUri: Type.String(),
  isEnabled: Type.Boolean(),
  secretAt: Type.String({ description: 'when its secret was made' }),
  updatedAt: Type.String(),
})
export type SignInClientRow = Static<typeof SignInClientRow>

/** `issuer`: the address of the provider, from which clients read everything else. 20404 for a sub-product out of reach. */
export const listSignInClients = readCall('子产品的登录客户端', `${root}/list`, can('integration', 'view'), {
  body: Fields({ subProduct: SubProduct }),
  data: Type.Object({ issuer: Type.String(), rows: Type.Array(SignInClientRow) }),
})

const Secret = Type.Object({ id: Type.String(), clientId: Type.String(), secret: Type.String() })

/** The secret is in this reply and nowhere else. */
export const addSignInClient = writeCall('新增登录客户端', `${root}/add`, can('integration', 'add'), {
  secret: true,
  body: Fields({ subProduct: SubProduct, ...fields }),
  data: Secret,
})

/** 601 with the stored row where `version` is another. */
export const editSignInClient = writeCall('修改登录客户端', `${root}/edit`, can('integration', 'edit'), {
  body: Fields({ id: Id('客户端'), version: Type.Integer({ title: '版本', minimum: 1 }), ...fields }),
})

const One = { body: Fields({ id: Id('客户端') }) }

/** Its members are signed out of it from their next request on. */
export const disableSignInClient = writeCall('禁用登录客户端', `${root}/disable`, can('integration', 'disable'), One)
export const openSignInClient = writeCall('启用登录客户端', `${root}/open`, can('integration', 'open'), One)

/** The old secret is refused from the next call on; sessions go on. */
export const renewSignInSecret = writeCall(
  '重置登录客户端的密钥',
  `${root}/renewSecret`,
  can('integration', 'setPassword'),
  { ...One, secret: true, data: Secret },
)
