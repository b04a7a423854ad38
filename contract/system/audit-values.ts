// Labels of recorded field values: states, choices and switches as lists show them. Values without a label are shown as recorded.
import { aiPurposeLabels, answerStateLabels, feedbackLabels, promptStateLabels } from '../ai/ai-labels.ts'
import { modelFormLabels } from '../ai/call-labels.ts'
import { articleKindLabels, articleStateLabels, editionLabels, freePartLabels } from '../articles/article-labels.ts'
import { templateStatusLabels } from '../articles/templates.ts'
import { checkInKindLabels } from '../meetings/check-in-labels.ts'
import { imageKindLabels, newsStateLabels } from '../meetings/content-labels.ts'
import { fillModeLabels } from '../meetings/dinner-labels.ts'
import { meetingKindLabels, meetingStateLabels } from '../meetings/meeting-labels.ts'
import { invoiceStateLabels, signUpSourceLabels, signUpStateLabels } from '../meetings/sign-up-labels.ts'
import { dataSetLabels } from '../members/data-keys.ts'
import {
  accountStateLabels,
  contactRoleLabels,
  documentStateLabels,
  enterpriseLevelLabels,
  enterpriseSourceLabels,
  grantKindLabels,
  memberSourceLabels,
  orderStateLabels,
  registrationSourceLabels,
  registrationStateLabels,
} from '../members/members.ts'
import {
  alertChannelLabels,
  dueKindLabels,
  recurrenceLabels,
  ruleLevelLabels,
} from '../monitoring/monitoring-labels.ts'
import { searchSourceLabels, wordMarkLabels, wordMatchLabels } from '../operations/search-labels.ts'
import { channelLabels, mailTopicLabels, messageStateLabels } from '../outbox/message-labels.ts'
import {
  correctionCauseLabels,
  priceStatusLabels,
  quoteFrequencyLabels,
  quoteKindLabels,
  quoteSourceLabels,
  quoteStatusLabels,
} from '../prices/price-labels.ts'
import { differenceKindLabels, seriesKindLabels } from '../prices/series-labels.ts'
import { pushRenderingLabels, pushStateLabels, pushTimingLabels } from '../push/push-labels.ts'
import { issueStateLabels, orderRhythmLabels } from '../push/report-labels.ts'
import { smsPurposeLabels } from '../push/sms-purposes.ts'
import { followMoodLabels, followResultLabels, followWayLabels } from '../service/follow-up-labels.ts'
import { shareChannelLabels } from '../sharing/share-labels.ts'
import { importMethodLabels } from '../sheets.ts'
import { subProducts } from '../sub-products.ts'
import { siteKindLabels, visitStateLabels } from '../visits/visit-labels.ts'
import { announcementStateLabels, audienceLabels } from './announcements.ts'
import { apiScopeLabels } from './api-keys.ts'
import type { AuditChange, AuditRow } from './audit-log.ts'
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
  order: { state: orderStateLabels },
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
  const own = ofTarget[targetType]?.[field]
  return labelIn(own ?? anywhere[field], value) ?? labelIn(plain, value) ?? value
}
