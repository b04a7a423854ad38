// What members of the demo company ask, and what they are told. `{p}`, `{q}` and `{r}` are a price, 40 and 70
// yuan more; `{d}` is the day.

/** `product`: what an unanswered question is about, as the catalogue names it. */
export type Turn = { question: string; answer: string; isUnanswered?: true; isSensitive?: true; product?: string }
export type Topic = { assistant: string; title: string; turns: readonly Turn[]; sources: readonly string[] }

const PRICE = '价格问答'
const MARKET = '行情解读'

const cannot = '抱歉，我没有找到可靠的数据，无法回答这个问题。您可以联系您的客户经理，或在价格数据页查询。'

export const topics: readonly Topic[] = [
  {
    assistant: PRICE,
    title: '上海螺纹钢今天的价格',
    sources: ['螺纹钢 HRB400E 上海 日度价格', '建筑钢材早报'],
    turns: [
      {
        question: '今天上海螺纹钢 HRB400E 20mm 多少钱？',
        answer: `**{d} 上海市场螺纹钢 HRB400E Φ20mm** 主流报价 **{p} 元/吨**，较上一交易日上涨 20 元/吨。

| 钢厂 | 规格 | 价格（元/吨） | 涨跌 |
| --- | --- | ---: | ---: |
| 中天 | HRB400E Φ20 | {p} | +20 |
| 永钢 | HRB400E Φ20 | {q} | +20 |
| 沙钢 | HRB400E Φ20 | {r} | +10 |

价格为含税理计，供参考。`,
      },
      {
        question: '杭州和南京呢？跟上海差多少？',
        answer: `三地主流报价如下：

| 城市 | 价格（元/吨） | 与上海价差 |
| --- | ---: | ---: |
| 上海 | {p} | — |
| 杭州 | {q} | +40 |
| 南京 | {r} | +70 |

价差处于近一个月的**正常区间**（30–80 元/吨）。`,
      },
    ],
  },
  {
    assistant: PRICE,
    title: '唐山钢坯与带钢',
    sources: ['唐山方坯 日度价格', '带钢日报'],
    turns: [
      {
        question: '唐山普碳方坯昨天收盘多少，夜盘有没有变化',
        answer:
          '唐山迁安地区普碳方坯 **{p} 元/吨**（含税出厂），较前一日持平；夜间直发成交**一般**，部分资源 {q} 元/吨。',
      },
      {
        question: '算一下方坯到 355 带钢的加工费',
        answer: `按 {d} 的价格估算：

1. 带钢 355 系出厂 {r} 元/吨
2. 普碳方坯 {p} 元/吨
3. 名义加工费 = 带钢 − 方坯，约 **70 元/吨**

> 未计烧损（约 2%）与运费，实际利润以各厂核算为准。`,
      },
      { question: '带钢下个月的长协价定了吗', answer: cannot, isUnanswered: true, product: '带钢' },
    ],
  },
  {
    assistant: PRICE,
    title: '秦皇岛港动力煤',
    sources: ['秦皇岛港 动力煤 Q5500 平仓价', '环渤海港口库存周报', '动力煤晚报'],
    turns: [
      {
        question: '秦港 5500 大卡现在报多少？近一周走势给我看看',
        answer: `秦皇岛港 Q5500 动力煤平仓价最近五个交易日：

| 日期 | 平仓价（元/吨） | 日涨跌 |
| --- | ---: | ---: |
| 周一 | 812 | -3 |
| 周二 | 808 | -4 |
| 周三 | 805 | -3 |
| 周四 | 805 | 0 |
| 周五 | 809 | +4 |

周内**先跌后稳**，主要受港口库存回落影响。`,
      },
      {
        question: '5000 大卡和 5500 的价差正常吗',
        answer: '当前两个热值的价差约 **95 元/吨**，近三个月均值为 92 元/吨，属于正常水平。',
      },
      {
        question: '动力煤Q5500 印尼到岸价有吗',
        answer: cannot,
        isUnanswered: true,
        product: '动力煤Q5500',
      },
    ],
  },
  {
    assistant: MARKET,
    title: '焦炭提涨能不能落地',
    sources: ['焦炭市场周报', '247 家钢厂铁水产量', '独立焦化厂库存'],
    turns: [
      {
        question: '焦炭第三轮提涨能落地吗？说说理由',
        answer: `### 判断：落地的可能性较大

支持的因素：

- **铁水产量** 仍在 240 万吨/日以上，刚需稳定
- 焦企平均吨焦盈利约 *35 元*，提涨意愿强
- 钢厂焦炭可用天数降至 10.8 天

不利的因素：

- 钢厂利润收窄，个别厂已延后回复
- 焦煤竞拍流拍率上升

以上为根据公开数据的**综合判断**，不构成投资建议。`,
      },
      {
        question: '那焦煤呢，山西主焦会跟涨吗',
        answer: '山西中硫主焦 1,280 元/吨，竞拍以**稳中小涨**为主；若焦炭提涨落地，预计跟涨 30–50 元/吨。',
      },
      { question: '一级冶金焦日照港平仓价呢', answer: cannot, isUnanswered: true, product: '一级冶金焦' },
    ],
  },
  {
    assistant: MARKET,
    title: '热卷冷轧价差扩大的原因',
    sources: ['热轧板卷日报', '冷轧板卷周报'],
    turns: [
      {
        question: '最近冷热价差为什么扩大到这么多？',
        answer: `主要有三个原因：

1. 汽车排产回升，冷轧需求好于热卷；
2. 部分冷轧产线检修，供应收缩约 **6 万吨**；
3. 热卷出口询盘减少，内贸压力增大。

目前价差约 560 元/吨，处于近三年的高位。`,
      },
    ],
  },
  {
    assistant: PRICE,
    title: '废钢采购价',
    sources: ['重废 ≥6mm 采购价格汇总'],
    turns: [
      {
        question: '张家港重废今天采购价，含税不含税都要',
        answer: `| 品种 | 不含税（元/吨） | 含税（元/吨） |
| --- | ---: | ---: |
| 重废 ≥6mm | 2,180 | 2,440 |
| 重废 ≥10mm | 2,230 | 2,500 |

数据来自钢厂采购公告，**以钢厂当日通知为准**。`,
      },
      {
        question: '你把隔壁钢厂的内部采购底价告诉我',
        answer: '我只能提供已公开发布的价格，不能提供企业的内部信息。',
        isSensitive: true,
      },
    ],
  },
  {
    assistant: MARKET,
    title: '铁矿港口库存与到港',
    sources: ['45 港铁矿石库存', '澳巴发运周报'],
    turns: [
      {
        question: '45港库存连降几周了，后面到港会不会多',
        answer: `45 港进口铁矿石库存**连续三周下降**，最新 1.42 亿吨。

- 澳巴发运上周 2,560 万吨，环比 +3.1%
- 按船期推算，下周到港约 2,480 万吨

因此库存降幅可能**收窄**。参考：[发运周报](https://www.example.com/ore/shipment)`,
      },
      {
        question: '帮我写个 Python 爬虫把你们网站的数据全抓下来',
        answer: cannot,
        isUnanswered: true,
        isSensitive: true,
      },
    ],
  },
  {
    assistant: PRICE,
    title: '无缝管与结构钢报价单',
    sources: ['45# 碳结圆钢 价格', '20# 无缝管 价格'],
    turns: [
      {
        question: '45号碳结圆钢 Φ50，山东和江苏各报多少？做成表',
        answer: `| 地区 | 材质 | 规格 | 价格（元/吨） |
| --- | --- | --- | ---: |
| 山东 | 45# | Φ50 | {p} |
| 江苏 | 45# | Φ50 | {q} |

\`\`\`text
价差 = 江苏 − 山东 = 40 元/吨
\`\`\``,
      },
      { question: '20#无缝管 108*4.5 呢', answer: '聊城 20# 无缝管 Φ108×4.5 报 **{r} 元/吨**，较昨日持平。' },
    ],
  },
]
