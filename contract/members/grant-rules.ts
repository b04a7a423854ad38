// Authorisation rules: which preset a registration's trial begins with, by where it came from. The first that fits decides.
import { type Static, Type } from 'typebox'
import type { Alias } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Fields, Id, listFields, Nothing, Nullable, OneOf, Required, Text } from '../fields.ts'
import { canOn, subProductsWith } from '../sub-product-access.ts'
import { registrationSources } from './members.ts'

const root = '/api/backend/member/grantRule'

const SubProduct = OneOf('子产品', subProductsWith('authorizationRules'))
/** Empty: any. */
const ruleSources = ['', ...registrationSources] as const
const Source = OneOf('注册来源', ruleSources)

const RuleFields = {
  name: Required('规则名称', 50),
  source: Source,
  province: Text('省份', 32),
  presetId: Id('授权方案'),
  isEnabled: Type.Boolean({ title: '启用' }),
}

const GrantRuleQuery = Fields({
  ...listFields(['sort', 'updatedAt']),
  subProduct: SubProduct,
  name: Type.Optional(Text('规则名称', 50)),
  presetId: Type.Optional(Id('授权方案')),
  isEnabled: Type.Optional(Type.Boolean({ title: '启用' })),
})
export type GrantRuleQuery = Static<typeof GrantRuleQuery>

const GrantRuleRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String(),
  source: Source,
  province: Type.String(),
  presetId: Type.String(),
  presetName: Type.String(),
  isPresetEnabled: Type.Boolean(),
  isEnabled: Type.Boolean(),
  sort: Type.Integer({ description: 'its place, from 1' }),
  updatedAt: Type.String(),
})
export type GrantRuleRow = Static<typeof GrantRuleRow>

/** In the order in which they are asked, unless sorted otherwise. */
export const queryGrantRules = endpoint({
  summary: '授权规则列表',
  method: 'POST',
  path: `${root}/page`,
  access: canOn('request', 'authorizationRules', 'view'),
  effect: 'read',
  body: GrantRuleQuery,
  data: Paged(GrantRuleRow),
})

const RuleChoices = Type.Object({
  presets: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      isEnabled: Type.Boolean(),
      summary: Type.String({ description: '试用 7 天 · 12 个产品' }),
    }),
  ),
  provinces: Type.Array(Type.String()),
})
export type RuleChoices = Static<typeof RuleChoices>

export const getRuleChoices = endpoint({
  summary: '授权规则的可选方案与省份',
  method: 'POST',
  path: `${root}/choices`,
  access: canOn('request', 'authorizationRules', 'view'),
  effect: 'read',
  body: Fields({ subProduct: SubProduct }),
  data: RuleChoices,
})

const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

/** It comes last. */
export const addGrantRule = endpoint({
  summary: '新增授权规则',
  method: 'POST',
  path: `${root}/add`,
  access: canOn('request', 'authorizationRules', 'add'),
  effect: 'write',
  body: Fields({ subProduct: SubProduct, ...RuleFields }),
  data: Saved,
})

export const editGrantRule = endpoint({
  summary: '编辑授权规则',
  method: 'POST',
  path: `${root}/edit`,
  access: canOn('row', 'authorizationRules', 'edit'),
  effect: 'write',
  body: Fields({ id: Id('规则'), version: Type.Integer({ title: '版本', minimum: 1 }), ...RuleFields }),
  data: Saved,
})

export const moveGrantRule = endpoint({
  summary: '调整授权规则的顺序',
  method: 'POST',
  path: `${root}/move`,
  access: canOn('row', 'authorizationRules', 'edit'),
  effect: 'write',
  body: Fields({ id: Id('规则'), to: OneOf('方向', ['up', 'down', 'first', 'last'] as const) }),
  data: Nothing,
})

const one = <A extends Alias>(alias: A, verb: string, summary: string) =>
  endpoint({
    summary,
    method: 'POST',
    path: `${root}/${verb}`,
    access: canOn('row', 'authorizationRules', alias),
    effect: 'write',
    body: Fields({ id: Id('规则') }),
    data: Nothing,
  })

export const openGrantRule = one('open', 'open', '启用授权规则')
export const disableGrantRule = one('disable', 'disable', '禁用授权规则')
/** The copy is disabled, and comes last. */
export const copyGrantRule = one('copy', 'copy', '复制授权规则')
export const removeGrantRule = one('delete', 'remove', '删除授权规则')

/** 试算: what a registration with that source and province would get, nothing where no rule fits. */
export const tryGrantRules = endpoint({
  summary: '授权规则试算',
  method: 'POST',
  path: `${root}/try`,
  access: canOn('request', 'authorizationRules', 'view'),
  effect: 'read',
  body: Fields({ subProduct: SubProduct, source: OneOf('注册来源', registrationSources), province: Text('省份', 32) }),
  data: Nullable(
    Type.Object({
      ruleId: Type.String(),
      ruleName: Type.String(),
      presetName: Type.String(),
      isPresetEnabled: Type.Boolean(),
      summary: Type.String(),
    }),
  ),
})
