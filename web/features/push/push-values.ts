// A push as its form holds it, and as its calls take it.
import type { PushDetail, PushForm } from '../../../contract/push/pushes.ts'
import type { UploadedFile } from '../../kit/upload/upload-rows.tsx'

export type PushValues = Omit<PushForm, 'attachmentIds' | 'audience'> & {
  files: UploadedFile[]
  reach: 'rule' | 'named'
  ruleProducts: string[]
  kinds: NonNullable<PushForm['audience']['rule']>['kinds']
  levels: NonNullable<PushForm['audience']['rule']>['levels']
  ownerIds: string[]
  listIds: string[]
  accountIds: string[]
  excludedIds: string[]
}

export const freshPush: PushValues = {
  title: '',
  subject: '',
  text: '{{姓名}}，您好：\n\n',
  isAdvert: false,
  productIds: [],
  quoteItemIds: [],
  chartDays: 30,
  rendering: 'sending',
  timing: 'now',
  sendAt: null,
  sendTime: '',
  files: [],
  reach: 'rule',
  ruleProducts: [],
  kinds: [],
  levels: [],
  ownerIds: [],
  listIds: [],
  accountIds: [],
  excludedIds: [],
}

export function valuesOf(push: PushDetail): PushValues {
  const { title, subject, text, isAdvert, productIds, quoteItemIds, chartDays, rendering, timing, sendAt, sendTime } =
    push
  const { rule, listIds, accountIds, excludedIds } = push.audience
  return {
    ...{ title, subject, text, isAdvert, productIds, quoteItemIds, chartDays, rendering, timing, sendAt, sendTime },
    ...{ listIds, accountIds, excludedIds },
    files: push.attachments,
    reach: rule === null ? 'named' : 'rule',
    ruleProducts: rule?.productIds ?? [],
    kinds: rule?.kinds ?? [],
    levels: rule?.levels ?? [],
    ownerIds: rule?.ownerIds ?? [],
  }
}

export function formOf(values: PushValues): PushForm {
  const { files, reach, ruleProducts, kinds, levels, ownerIds, listIds, accountIds, excludedIds, ...rest } = {
    ...freshPush,
    ...values,
  }
  return {
    ...rest,
    sendAt: rest.timing === 'at' ? rest.sendAt : null,
    sendTime: rest.timing === 'workday' ? rest.sendTime : '',
    attachmentIds: files.map(({ id }) => id),
    audience: {
      rule: reach === 'rule' ? { productIds: ruleProducts, kinds, levels, ownerIds } : null,
      ...{ listIds, accountIds, excludedIds },
    },
  }
}
