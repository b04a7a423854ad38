// Texts of the demo meetings' contents; `{m}` is the meeting's name.
import type { NewsState } from '#contract/meetings/content-labels.ts'

type News = { title: string; source: string; state: NewsState; opinion?: string; paragraphs: readonly string[] }

/** Newest first; unpublished ones only of the newest meeting. */
export const news: readonly News[] = [
  {
    title: '{m}晚宴座位安排说明',
    source: '会务组',
    state: 'draft',
    opinion: '请补充晚宴开始时间和着装要求。',
    paragraphs: ['晚宴按桌号就座，桌号印在胸牌背面。', '有清真或素食需要的代表请在签到时告知会务人员。'],
  },
  {
    title: '{m}新增两位演讲嘉宾',
    source: '会务组',
    state: 'pending',
    paragraphs: [
      '应代表要求，主论坛新增两位演讲嘉宾，分别介绍下半年钢材需求预测和焦煤进口形势。',
      '新的议程已发送给报名代表，会议页面同步更新。',
    ],
  },
  {
    title: '{m}交通与住宿指南',
    source: '会务组',
    state: 'published',
    paragraphs: [
      '会场距高铁站约 20 分钟车程，会议期间每半小时有一班接驳车。',
      '协议酒店房间有限，请在报名后尽快预订；退订须提前三天。',
    ],
  },
  {
    title: '{m}议程正式公布',
    source: '会务组',
    state: 'published',
    paragraphs: [
      '会议为期两天，首日为主论坛，次日为分论坛和企业对接。',
      '主论坛将发布年度市场报告，与会代表可在现场领取。',
    ],
  },
  {
    title: '{m}早鸟报名通道开启',
    source: '市场部',
    state: 'takenDown',
    paragraphs: ['即日起报名享受早鸟优惠，名额有限，报满即止。'],
  },
]

export const carousel = [
  { title: '{m}主视觉', link: 'https://www.example.com/meeting' },
  { title: '年度市场报告现场发布', link: 'https://www.example.com/report' },
  { title: '赞助合作招募', link: '' },
] as const

export const pictures = [
  { title: '代表在签到台领取胸牌', caption: '签到处' },
  { title: '主论坛会场全景', caption: '主论坛' },
  { title: '嘉宾圆桌讨论', caption: '圆桌论坛' },
  { title: '展区内代表交流', caption: '展区' },
  { title: '企业对接会现场', caption: '企业对接' },
  { title: '欢迎晚宴', caption: '' },
] as const
