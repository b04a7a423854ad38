// Conversion between a push's form values and its calls' input.
import type { PushDetail, PushForm } from '#contract/push/pushes.ts'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { type AudienceValues, audienceOf, audienceValuesOf, freshAudience } from './push-audience.tsx'

export type PushValues = Omit<PushForm, 'attachmentIds' | 'audience'> &
  AudienceValues & { files: UploadedFile[]; listIds: string[] }

export const freshPush: PushValues = {
  title: '',
  subject: '',
  text: '{{姓名}}，您好：\n\n',
  isAdvert: false,
  isTracked: false,
  productIds: [],
  quoteItemIds: [],
  articleIds: [],
  chartDays: 30,
  rendering: 'sending',
  timing: 'now',
  sendAt: null,
  sendTime: '',
  files: [],
  listIds: [],
  ...freshAudience,
}

export function valuesOf(push: PushDetail): PushValues {
  return {
    title: push.title,
    subject: push.subject,
    text: push.text,
    isAdvert: push.isAdvert,
    isTracked: push.isTracked,
    productIds: push.productIds,
    quoteItemIds: push.quoteItemIds,
    chartDays: push.chartDays,
    rendering: push.rendering,
    timing: push.timing,
    sendAt: push.sendAt,
    sendTime: push.sendTime,
    ...audienceValuesOf(push.audience),
    articleIds: push.articleIds,
    listIds: push.audience.listIds,
    files: push.attachments,
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
    audience: audienceOf({ reach, ruleProducts, kinds, levels, ownerIds, accountIds, excludedIds }, listIds),
  }
}
