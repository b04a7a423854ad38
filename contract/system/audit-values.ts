// Labels of recorded field values: states, choices and switches as lists show them. Values without a label are shown as recorded.
import { aiPurposeLabels, answerStateLabels, feedbackLabels, promptStateLabels } from '#contract/ai/ai-labels.ts'
import { modelFormLabels } from '#contract/ai/call-labels.ts'
import {
  articleKindLabels,
  articleStateLabels,
  editionLabels,
  freePartLabels,
} from '#contract/articles/article-labels.ts'
import { templateStatusLabels } from '#contract/articles/templates.ts'
import { checkInKindLabels } from '#contract/meetings/check-in-labels.ts'
import { imageKindLabels, newsStateLabels } from '#contract/meetings/content-labels.ts'
import { fillModeLabels } from '#contract/meetings/dinner-labels.ts'
import { meetingKindLabels, meetingStateLabels } from '#contract/meetings/meeting-labels.ts'
import { invoiceStateLabels, signUpSourceLabels, signUpStateLabels } from '#contract/meetings/sign-up-labels.ts'
import { dataSetLabels } from '#contract/members/data-keys.ts'
import {
  accountStateLabels,
  contactRoleLabels,
  documentStateLabels,
  enterpriseLevelLabels,
  enterpriseSourceLabels,
  grantKindLabels,
  memberSourceLabels,
  registrationSourceLabels,
  registrationStateLabels,
} from '#contract/members/members.ts'
import {
  alertChannelLabels,
  dueKindLabels,
  recurrenceLabels,
  ruleLevelLabels,
} from '#contract/monitoring/monitoring-labels.ts'
import { searchSourceLabels, wordMarkLabels, wordMatchLabels } from '#contract/operations/search-labels.ts'
import { channelLabels, mailTopicLabels, messageStateLabels } from '#contract/outbox/message-labels.ts'
import {
  correctionCauseLabels,
  priceStatusLabels,
  quoteFrequencyLabels,
  quoteKindLabels,
  quoteSourceLabels,
  quoteStatusLabels,
} from '#contract/prices/price-labels.ts'
import { differenceKindLabels, seriesKindLabels } from '#contract/prices/series-labels.ts'
import { pushRenderingLabels, pushStateLabels, pushTimingLabels } from '#contract/push/push-labels.ts'
import { issueStateLabels, orderRhythmLabels } from '#contract/push/report-labels.ts'
import { smsPurposeLabels } from '#contract/push/sms-purposes.ts'
import { followMoodLabels, followResultLabels, followWayLabels } from '#contract/service/follow-up-labels.ts'
import { shareChannelLabels } from '#contract/sharing/share-labels.ts'
import { importMethodLabels } from '#contract/sheets.ts'
import { subProducts } from '#contract/sub-products.ts'
import { siteKindLabels, visitStateLabels } from '#contract/visits/visit-labels.ts'
import { announcementStateLabels, audienceLabels } from './announcements.ts'
import { apiScopeLabels } from './api-keys.ts'
import type { AuditChange, AuditRow } from './audit-log.ts'
import { findTargetField } from './audit-schemas.ts'
import { dictionaryNames } from './dictionary.ts'

type Words = Readonly<Record<string, string>>

const imported = { all: '有错误时整份不导入', correct: '只导入没有错误的行' }

/** Fields whose values mean something else at each target. */
const ofTarget: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  aiAssistant: { state: promptStateLabels, purpose: aiPurposeLabels },
  aiMessage: { state: answerStateLabels, feedback: feedbackLabels },
  aiModel: { form: modelFormLabels },
  announcement: { state: announcementStateLabels },
  article: { state: articleStateLabels, kind: articleKindLabels },
  articleTemplate: { status: templateStatusLabels, kind: articleKindLabels },
  checkInList: { kind: checkInKindLabels },
  contact: { role: contactRoleLabels },
  difference: { kind: differenceKindLabels },
  document: { state: documentStateLabels },
  due: { kind: dueKindLabels, channel: alertChannelLabels },
  englishArticle: { state: articleStateLabels, kind: articleKindLabels },
  enterprise: { source: enterpriseSourceLabels },
  import: { mode: imported },
  meeting: { state: meetingStateLabels, kind: meetingKindLabels, mode: fillModeLabels },
  meetingCarousel: { kind: imageKindLabels },
  meetingNews: { state: newsStateLabels },
  meetingPicture: { kind: imageKindLabels },
  meetingSignUp: { state: signUpStateLabels, source: signUpSourceLabels },
  member: { source: memberSourceLabels },
  message: { state: messageStateLabels, channel: channelLabels },
  monitoringRule: {
    kind: dueKindLabels,
    level: ruleLevelLabels,
    channel: alertChannelLabels,
    frequency: recurrenceLabels,
  },
  price: { status: priceStatusLabels },
  publishingStandard: { kind: articleKindLabels },
  push: { state: pushStateLabels },
  quoteItem: {
    kind: quoteKindLabels,
    source: quoteSourceLabels,
    status: quoteStatusLabels,
    frequency: quoteFrequencyLabels,
  },
  registration: { state: registrationStateLabels, source: registrationSourceLabels },
  reportIssue: { state: issueStateLabels },
  searchWord: { source: searchSourceLabels },
  semAccount: { source: searchSourceLabels },
  series: { kind: seriesKindLabels, status: quoteStatusLabels },
  share: { channel: shareChannelLabels },
  smsClass: { purpose: smsPurposeLabels },
  visit: { state: visitStateLabels },
  visitEnterprise: { kind: siteKindLabels },
}

/** Fields that mean one thing wherever they stand. */
const anywhere: Readonly<Record<string, Words>> = {
  audience: audienceLabels,
  cause: correctionCauseLabels,
  dataSets: dataSetLabels,
  dictionary: dictionaryNames,
  edition: editionLabels,
  freePart: freePartLabels,
  invoiceState: invoiceStateLabels,
  kind: grantKindLabels,
  level: enterpriseLevelLabels,
  mark: wordMarkLabels,
  match: wordMatchLabels,
  method: importMethodLabels,
  mood: followMoodLabels,
  rendering: pushRenderingLabels,
  result: followResultLabels,
  rhythm: orderRhythmLabels,
  role: contactRoleLabels,
  scopes: apiScopeLabels,
  status: accountStateLabels,
  subProduct: Object.fromEntries(subProducts.map(({ key, title }) => [key, title])),
  subProducts: Object.fromEntries(subProducts.map(({ key, title }) => [key, title])),
  timing: pushTimingLabels,
  topic: mailTopicLabels,
  way: followWayLabels,
}

const plain: Words = { true: '是', false: '否', '': '空', '[]': '空', '{}': '空' }

type ValueContext = { field: AuditChange['field']; targetType: AuditRow['targetType'] }

const labelIn = (words: Words | undefined, value: string): string | undefined =>
  words && Object.hasOwn(words, value) ? words[value] : undefined

export function valueLabel(value: string, { field, targetType }: ValueContext): string {
  const own = findTargetField(targetType, field)?.labels ?? ofTarget[targetType]?.[field]
  return labelIn(own ?? anywhere[field], value) ?? labelIn(plain, value) ?? value
}
