// Papers of a meeting as PDF: badges, name cards, table cards.
import { Type } from 'typebox'
import { can } from '#contract/access.ts'
import { writeCall } from '#contract/endpoint.ts'
import { Choice, Fields, Id, Text } from '#contract/fields.ts'

export const paperKinds = ['badges', 'nameCards', 'tableCards'] as const
export type PaperKind = (typeof paperKinds)[number]
export const paperKindLabels: Record<PaperKind, string> = { badges: '胸牌', nameCards: '桌签', tableCards: '台卡' }

/** Badges and name cards of one print. */
export const PAPERS_MAX = 5_000

export const printFields = {
  meetingId: Id('会议'),
  kind: Choice('类型', paperKindLabels),
  text: Text('姓名、单位或票号', 64),
}

/** A job whose result is a PDF. 600 names the characters that the font lacks; 409 where there is nothing to print. */
export const printPapers = writeCall(
  '打印会议胸牌和桌签',
  '/api/backend/meetings/signUp/print',
  can('meeting', 'details'),
  {
    body: Fields(printFields),
    data: Type.Object({ jobId: Type.String() }),
  },
)
