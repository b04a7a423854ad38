// What the demo company derives from its prices: spreads, ratios, averages, changes, and indices made of several items.

/**
 * 产品|名称|英文|单位 小数 沿用天数|公式
 * 公式中 [产品 市场] 是报价项，{名称} 是前面的系列。
 */
export const seriesCatalogue = `
螺纹钢HRB400E|螺纹钢 北京-上海价差|Rebar spread, Beijing - Shanghai|元/吨 0 0|[螺纹钢HRB400E 北京] - [螺纹钢HRB400E 上海]
螺纹钢HRB400E|螺纹钢 杭州-上海价差|Rebar spread, Hangzhou - Shanghai|元/吨 0 0|[螺纹钢HRB400E 杭州] - [螺纹钢HRB400E 上海]
螺纹钢HRB400E|螺纹钢 上海 20日均线|Rebar Shanghai, 20-day average|元/吨 0 0|ma([螺纹钢HRB400E 上海], 20)
螺纹钢HRB400E|螺纹钢 上海 60日均线|Rebar Shanghai, 60-day average|元/吨 0 0|ma([螺纹钢HRB400E 上海], 60)
螺纹钢HRB400E|螺纹钢 上海 同比|Rebar Shanghai, year on year|% 2 0|yoy([螺纹钢HRB400E 上海])
螺纹钢HRB400E|螺纹钢 上海 环比|Rebar Shanghai, month on month|% 2 0|mom([螺纹钢HRB400E 上海])
螺纹钢HRB400E|螺纹钢三地均价|Rebar, three-city average|元/吨 0 3|avg([螺纹钢HRB400E 上海], [螺纹钢HRB400E 杭州], [螺纹钢HRB400E 北京])
螺纹钢HRB400E|螺纹钢三地均价 同比|Rebar three-city average, year on year|% 2 0|yoy({螺纹钢三地均价})
热轧卷板Q235B|卷螺差 上海|HRC - rebar spread, Shanghai|元/吨 0 0|[热轧卷板Q235B 上海] - [螺纹钢HRB400E 上海]
热轧卷板Q235B|卷螺差 20日均线|HRC - rebar spread, 20-day average|元/吨 0 0|ma({卷螺差 上海}, 20)
冷轧卷板SPCC|冷热卷价差 上海|CRC - HRC spread, Shanghai|元/吨 0 0|[冷轧卷板SPCC 上海] - [热轧卷板Q235B 上海]
镀锌板SGCC|镀锌冷轧价差 上海|HDG - CRC spread, Shanghai|元/吨 0 0|[镀锌板SGCC 上海] - [冷轧卷板SPCC 上海]
炼钢生铁|螺废差 上海-张家港|Rebar - scrap spread|元/吨 0 0|[螺纹钢HRB400E 上海] - [重废 张家港]
PB粉61.5%|高低品矿价差|High - low grade ore spread|元/吨 0 0|[卡拉加斯粉65% 青岛港] - [超特粉56.5% 青岛港]
PB粉61.5%|PB粉干基折算|PB fines, dry basis|元/吨 1 0|[PB粉61.5% 青岛港] / (1 - 0.08)
PB粉61.5%|单位品位价|Price per Fe unit|元 2 0|{PB粉干基折算} / 61.5
一级冶金焦|焦煤焦炭比|Coke - coking coal ratio|倍 3 0|[准一级冶金焦 吕梁] / [主焦煤 太原]
一级冶金焦|螺焦比|Rebar - coke ratio|倍 3 0|[螺纹钢HRB400E 上海] / [准一级冶金焦 吕梁]
一级冶金焦|焦矿比|Coke - ore ratio|倍 3 0|[准一级冶金焦 吕梁] / [PB粉61.5% 青岛港]
304冷轧卷|304 无锡-佛山价差|304 spread, Wuxi - Foshan|元/吨 0 0|[304冷轧卷 无锡] - [304冷轧卷 佛山]
304冷轧卷|镍钢比|Nickel - stainless ratio|倍 2 0|[1号电解镍 上海] / [304冷轧卷 无锡]
1号电解铜|精废价差|Cathode - scrap spread|元/吨 0 0|[1号电解铜 上海] - [废铜光亮线 上海]
1号电解铜|铜杆加工费|Copper rod processing fee|元/吨 0 0|[铜杆8mm 上海] - [1号电解铜 上海]
1号电解铜|电解铜 上海 同比|Copper Shanghai, year on year|% 2 0|yoy([1号电解铜 上海])
A00铝锭|铝棒加工费 佛山|Billet premium, Foshan|元/吨 0 0|[铝棒6063 佛山] - [A00铝锭 佛山]
A00铝锭|铝与氧化铝比价|Aluminium - alumina ratio|倍 2 0|[A00铝锭 上海] / [氧化铝 上海]
0号锌锭|锌铅比|Zinc - lead ratio|倍 3 0|[0号锌锭 上海] / [1号铅锭 上海]
1号铅锭|精铅再生铅价差|Primary - secondary lead spread|元/吨 0 0|[1号铅锭 上海] - [还原铅 上海]
黄金AU9999|金银比|Gold - silver ratio|倍 1 0|[黄金AU9999 上海] / [白银1号 上海]
电池级碳酸锂|电碳工碳价差|Battery - industrial grade spread|元/吨 0 0|[电池级碳酸锂 江西] - [工业级碳酸锂 江西]
电池级碳酸锂|碳酸锂 江西 20日均线|Lithium carbonate, 20-day average|元/吨 0 0|ma([电池级碳酸锂 江西], 20)
苯乙烯|苯乙烯纯苯价差|SM - benzene spread|元/吨 0 0|[苯乙烯 华东] - [纯苯 华东]
精对苯二甲酸PTA|PTA加工差|PTA margin over PX|元/吨 0 0|[精对苯二甲酸PTA 华东] - 0.655 * [对二甲苯PX 华东]
甲醇|甲醇 太仓-山东价差|Methanol spread, Jiangsu - Shandong|元/吨 0 0|[甲醇 江苏] - [甲醇 山东]
聚丙烯拉丝|塑料聚丙烯价差|LLDPE - PP spread|元/吨 0 0|[聚乙烯LLDPE 华东] - [聚丙烯拉丝 华东]
尿素|尿素 山东 环比|Urea Shandong, month on month|% 2 0|mom([尿素 山东])
豆粕43%|豆菜粕价差|Soybean - rapeseed meal spread|元/吨 0 0|[豆粕43% 日照] - [菜粕 日照]
24度棕榈油|豆棕价差|Soybean - palm oil spread|元/吨 0 0|[一级豆油 张家港] - [24度棕榈油 张家港]
外三元生猪|猪粮比|Hog - maize ratio|倍 2 0|[外三元生猪 河南] / [玉米 锦州港]
针叶浆|针阔叶浆价差|NBSK - BHK spread|元/吨 0 0|[针叶浆 山东] - [阔叶浆 山东]
`

/**
 * 产品|工序|英文|单位 小数 沿用天数|类别 系数 折算 项目 说明;…|天数 固定成本，从若干天前起改变
 * 固定成本的一项是金额和说明。
 */
export const processCatalogue = `
螺纹钢HRB400E|高炉-转炉螺纹钢|BF-BOF rebar|元/吨 0 3|output 1 1 [螺纹钢HRB400E 上海] 螺纹钢;input 1.6 1.08 [PB粉61.5% 青岛港] 铁矿石湿吨折干基;input 0.45 1 [准一级冶金焦 吕梁] 焦炭;input 0.15 1 [喷吹煤 太原] 喷吹煤;input 0.12 1 [重废 张家港] 废钢;fixed 620 加工与轧制;fixed 85 期间费用|300 fixed 655 加工与轧制
涤纶短纤|PTA-乙二醇聚酯短纤|Polyester staple from PTA and MEG|元/吨 0 3|output 1 1 [涤纶短纤 华东] 涤纶短纤;input 0.855 1 [精对苯二甲酸PTA 华东] PTA;input 0.335 1 [乙二醇 江苏] 乙二醇;fixed 900 加工费|
A00铝锭|电解铝|Primary aluminium smelting|元/吨 0 3|output 1 1 [A00铝锭 上海] 铝锭;input 1.93 1 [氧化铝 上海] 氧化铝;fixed 5850 电费（13500 千瓦时）;fixed 2450 预焙阳极与辅料;fixed 2100 人工、折旧与财务费用|180 fixed 5580 电费（13500 千瓦时）
`
