// Agendas of the demo meetings, by kind; `on` counts days from the first.
import type { MeetingKind } from '#contract/meetings/meeting-labels.ts'

type Session = Record<'from' | 'to' | 'hall' | 'title' | 'speaker' | 'company', string> & { on: number }

const session = (on: number, from: string, to: string, hall: string, title: string, by: string = ''): Session => {
  const [speaker = '', company = ''] = by.split(' ')
  return { on, from, to, hall, title, speaker, company }
}

export const sessions: Readonly<Record<MeetingKind, readonly Session[]>> = {
  conference: [
    session(0, '09:00', '09:20', '主会场', '开幕致辞', '方志远 本公司'),
    session(0, '09:20', '10:10', '主会场', '宏观周期与钢材需求', '周启明 华东财经研究院'),
    session(0, '10:30', '11:20', '主会场', '2027 年铁矿供应展望', '陈柏林 远洋矿业'),
    session(0, '14:00', '15:30', '钢材分会场', '热卷出口的机会与限制', '刘静 沪钢国贸'),
    session(0, '14:00', '15:30', '原料分会场', '焦煤进口格局', '吴海生 北方焦化'),
    session(1, '09:00', '10:30', '主会场', '分析师圆桌：明年价格怎么看'),
    session(1, '10:45', '11:45', '仓储分会场', '电子仓单与库存融资', '何颖 甬港仓储'),
  ],
  exhibition: [
    session(0, '09:30', '10:00', '序厅', '开馆仪式'),
    session(0, '14:00', '16:00', '论坛区', '港口自动化案例发布', '顾天成 甬港集团'),
    session(1, '10:00', '11:30', '论坛区', '多式联运与运价指数', '曹敏 东海物流'),
    session(2, '14:00', '15:00', '序厅', '优秀展商颁奖'),
  ],
  salon: [
    session(0, '13:30', '14:30', '紫金厅', '港口库存与到港节奏', '钱文 本公司'),
    session(0, '14:45', '16:30', '紫金厅', '自由讨论：烯烃开工与下游利润'),
  ],
  training: [
    session(0, '09:00', '12:00', '一号教室', '基差定价入门', '高建 本公司'),
    session(0, '14:00', '17:00', '一号教室', '套期保值的账务处理', '沈洁 立达会计师事务所'),
    session(1, '09:00', '12:00', '一号教室', '仓单业务与案例作业', '高建 本公司'),
  ],
  online: [
    session(0, '14:00', '14:40', '直播间', '铜：矿端与加工费', '江涛 本公司'),
    session(0, '14:40', '15:20', '直播间', '铝与锌：库存拐点', '秦岚 本公司'),
    session(0, '15:20', '16:00', '直播间', '答疑'),
  ],
}
