// The screens of pushes and customised reports. Rights are written out as in pages.ts.
import { anyOf, can } from '#contract/access.ts'
import { type Pages, page } from '#web/lib/page.ts'

export const pushScreens: Pages = {
  '/application/bigData/emailPushReport': page('邮件推送报告', () => import('./push-list.tsx'), {
    props: { kind: 'report' },
  }),
  '/application/bigData/emailPushReport/add': page('推送', () => import('./push-form.tsx'), {
    parent: '/application/bigData/emailPushReport',
    access: anyOf(can('bigData.emailPushReport', 'add'), can('bigData.emailPushReport', 'edit')),
    kept: true,
    perRecord: 'id',
    mayBeNew: true,
    props: { kind: 'report' },
  }),
  '/application/bigData/emailPushReport/details': page('推送详情', () => import('./push-details.tsx'), {
    parent: '/application/bigData/emailPushReport',
    access: can('bigData.emailPushReport', 'details'),
    kept: true,
    perRecord: 'id',
    twoLevel: true,
    back: '/application/bigData/emailPushReport',
    props: { kind: 'report' },
  }),
  '/application/officialWebsite/user/emailPushTransactionPrice': page(
    '邮件推送成交价',
    () => import('./push-list.tsx'),
    {
      props: { kind: 'price' },
    },
  ),
  '/application/officialWebsite/user/emailPushTransactionPrice/add': page('推送', () => import('./push-form.tsx'), {
    parent: '/application/officialWebsite/user/emailPushTransactionPrice',
    access: anyOf(
      can('officialWebsite.emailPushTransactionPrice', 'add'),
      can('officialWebsite.emailPushTransactionPrice', 'edit'),
    ),
    kept: true,
    perRecord: 'id',
    mayBeNew: true,
    props: { kind: 'price' },
  }),
  '/application/officialWebsite/user/emailPushTransactionPrice/details': page(
    '推送详情',
    () => import('./push-details.tsx'),
    {
      parent: '/application/officialWebsite/user/emailPushTransactionPrice',
      access: can('officialWebsite.emailPushTransactionPrice', 'details'),
      kept: true,
      perRecord: 'id',
      twoLevel: true,
      back: '/application/officialWebsite/user/emailPushTransactionPrice',
      props: { kind: 'price' },
    },
  ),

  '/data/actciles/sms/components/smsClassAttr': page('短信分类属性', () => import('./sms/sms-class-list.tsx')),
  '/data/actciles/sms/components/smsClassLoad': page('短信上传统计', () => import('./sms/sms-load-list.tsx')),
  '/data/actciles/sms/components/smsListPush': page('短信推送统计', () => import('./sms/sms-push-list.tsx')),

  '/application/others/customizedReportManagement': page('定制报告', () => import('./report-list.tsx')),
  '/application/others/customizedReportManagement/sendReport/:id': page('发送报告', () => import('./send-report.tsx'), {
    parent: '/application/others/customizedReportManagement',
    access: can('customizedReport', 'details'),
    kept: true,
  }),
}
