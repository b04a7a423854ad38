// Two names of an account that stand for one campaign, or for one group or keyword of a campaign.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Fields, Id, OneOf, Required, Text } from '#contract/fields.ts'
import { NAME_MAX } from './search-marketing.ts'

const root = '/api/backend/operate/semMerges'
const MENU = 'semDetail'

const SemMerge = Type.Object({
  id: Type.String(),
  at: Type.String(),
  byName: Type.String(),
  level: OneOf('层级', ['campaign', 'group', 'keyword']),
  campaign: Type.String({ description: 'of a group or keyword' }),
  from: Type.String(),
  into: Type.String(),
})
export type SemMerge = Static<typeof SemMerge>

/** Those of an account that stand, newest first. */
export const querySemMerges = readCall('推广项目的合并', `${root}/page`, can(MENU, 'view'), {
  body: Fields({ accountId: Id('账号') }),
  data: Type.Array(SemMerge),
})

/** Groups of a campaign that are offered at most. */
export const GROUPS_FOUND = 500

/** What a campaign is divided into, by name. */
export const findSemGroups = readCall('推广计划的单元', `${root}/groups`, can(MENU, 'view'), {
  body: Fields({ accountId: Id('账号'), campaign: Required('计划', NAME_MAX) }),
  data: Type.Array(Type.String()),
})

/**
 * Shows one name under another, with all that is in it, also in what is imported later. 600 first; 400 where the other name is not
 * there, 20404 where the first is not.
 */
export const mergeSemNodes = writeCall('合并推广项目', `${root}/save`, can(MENU, 'edit'), {
  body: Fields({
    accountId: Id('账号'),
    campaign: Required('计划', NAME_MAX),
    /** Then a group or a keyword of the campaign goes, else the campaign. */
    group: Type.Optional(Text('单元', NAME_MAX)),
    keyword: Type.Optional(Text('关键词', NAME_MAX)),
    into: Required('并入', NAME_MAX),
  }),
  data: Type.Object({ id: Type.String() }),
})

/** Shows each under its own name again. 20404 where that was done already. */
export const undoSemMerge = writeCall('撤销推广项目合并', `${root}/undo`, can(MENU, 'edit'), {
  body: Fields({ id: Id('合并') }),
  data: Type.Object({}),
})
