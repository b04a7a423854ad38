// What the demo company quotes: a line for each category with its markets and products; prices-items.ts says how it is read.

/**
 * 品类|市场|价格类型 来源 截止 频率|交货|最小变动（末位）|日波动（万分之）|产品:水平:英文:规格:品牌;…
 * 频率：w 每个工作日，t 每旬，m 每月，数字为星期。
 */
export const quoteCatalogue = `
成品油|山东 华东 华南|批发价 deal 16:00 w|自提|5|70|92号汽油:8420:Gasoline RON 92:国VIB;95号汽油:8610:Gasoline RON 95:国VIB;0号柴油:7150:Diesel No.0:国VI;低硫船用燃料油:4480:VLSFO 0.5%S:180CST;380燃料油:3760:Fuel oil 380 CST:
天然气|山东 河北 广东|出厂价 listing 11:00 w|液厂自提|10|130|液化天然气LNG:4520:LNG:;液化石油气:4860:LPG:民用气
煤炭|秦皇岛港 太原 榆林|平仓价 inquiry 16:00 w|平仓|1|90|动力煤Q5500:742:Thermal coal 5500 kcal:S0.8%;动力煤Q5000:655:Thermal coal 5000 kcal:S0.8%;主焦煤:1480:Prime coking coal:S0.6% G85;喷吹煤:1060:PCI coal:V12 A10;无烟煤末煤:880:Anthracite fines:
无机化工|山东 江苏 河北|出厂价 listing 11:30 w|出厂现款|5|60|液碱32%:865:Caustic soda liquor 32%:折百;轻质纯碱:1370:Light soda ash:;重质纯碱:1450:Dense soda ash:;硫磺:1580:Sulphur:固体颗粒;磷酸:6720:Phosphoric acid 85%:工业级85%
有机原料|江苏 山东 华南|现货价 deal 16:00 w|自提|10|110|甲醇:2310:Methanol:国标优等;乙二醇:4480:MEG:涤纶级;丙酮:5230:Acetone:≥99.5%;苯酚:6890:Phenol:≥99.9%;醋酸:2640:Acetic acid:≥99.8%;丙烯腈:8350:Acrylonitrile:
芳烃烯烃|华东 山东 华南|现货价 deal 16:00 w|自提|10|120|纯苯:6180:Benzene:石油苯545;甲苯:5710:Toluene:;苯乙烯:7620:Styrene monomer:一等品;对二甲苯PX:6850:Paraxylene:≥99.7%;丙烯:6530:Propylene:≥99.6%;丁二烯:9240:Butadiene:≥99.5%
聚酯化纤|华东 福建 广东|现货价 deal 16:00 w|短途送到|10|80|精对苯二甲酸PTA:4860:PTA::逸盛;涤纶短纤:6620:Polyester staple fibre:1.4D×38mm:;涤纶长丝POY:6950:Polyester POY:150D/48F:桐昆;聚酯切片:5980:Polyester chip:半光
化肥|山东 河南 湖北|出厂价 inquiry 11:30 w|出厂|10|50|尿素:1760:Urea:小颗粒;磷酸一铵:3240:MAP:55%粉;氯化钾:2690:MOP:60%白;复合肥45%:2980:NPK 45%:15-15-15
通用塑料|华东 华南 华北|市场价 inquiry 11:30 w|自提|10|60|聚乙烯LLDPE:8020:LLDPE film:7042:镇海炼化;聚乙烯HDPE:8350:HDPE blow moulding:5502:扬子石化;聚丙烯拉丝:7360:PP raffia:T30S:绍兴三圆;聚氯乙烯SG-5:5090:PVC SG-5:电石法;ABS树脂:11250:ABS:0215A:吉林石化
工程塑料|华东 华南|市场价 inquiry 14:30 w|送到|50|50|聚碳酸酯PC:14900:Polycarbonate:2805:科思创;聚甲醛POM:12400:POM:M90:云天化;聚酰胺PA66:17600:PA66:EPR27:神马
橡胶|上海 青岛 云南|现货价 deal 16:00 w|仓库自提|50|120|天然橡胶SCRWF:14650:Natural rubber SCRWF:;20号标准胶:12900:TSR 20:泰国产;顺丁橡胶:12100:Polybutadiene rubber:BR9000:大庆石化;丁苯橡胶1502:12800:SBR 1502::齐鲁石化
铁矿石|青岛港 日照港 曹妃甸港|港口现货价 deal 17:00 w|车板|1|140|PB粉61.5%:768:PB fines 61.5%:湿吨;卡拉加斯粉65%:872:Carajas fines 65%:湿吨;超特粉56.5%:642:Super special fines 56.5%:湿吨;唐山铁精粉66%:935:Tangshan concentrate 66%:干基
生铁废钢|唐山 张家港 武安|市场价 inquiry 16:00 w|到厂|10|60|炼钢生铁:2760:Steelmaking pig iron:L8-L10;铸造生铁:3080:Foundry pig iron:Z18;重废:2210:Heavy scrap:≥6mm;破碎料:2260:Shredded scrap:
建筑钢材|上海 杭州 北京 广州|市场价 inquiry 11:00 w|仓库自提|10|90|螺纹钢HRB400E:3180:Rebar HRB400E:Φ20mm:中天钢铁;螺纹钢HRB500E:3420:Rebar HRB500E:Φ20mm:沙钢;高线HPB300:3350:Wire rod HPB300:Φ8mm:沙钢;盘螺HRB400E:3390:Coiled rebar HRB400E:Φ8mm:永钢
板卷|上海 天津 乐从 武汉|市场价 inquiry 11:30 w|仓库自提|10|90|热轧卷板Q235B:3280:HRC Q235B:5.5×1500×C:本钢;冷轧卷板SPCC:3790:CRC SPCC:1.0×1250×C:鞍钢;中厚板Q235B:3390:Plate Q235B:20mm:南钢;镀锌板SGCC:4120:HDG SGCC:1.0×1000×C:首钢;带钢:3210:Hot-rolled strip:355×2.5:国丰
型钢管材|唐山 上海 天津|市场价 inquiry 11:30 w|仓库自提|10|60|工字钢:3330:I-beam:25#:;H型钢:3240:H-beam:200×200:马钢;角钢:3310:Angle:5#:;焊管:3480:Welded pipe:4寸×3.75:友发;无缝管20号:4260:Seamless pipe 20#:108×4.5:
焦炭铁合金|天津港 吕梁 宁夏|市场价 inquiry 17:00 w|到厂承兑|10|80|一级冶金焦:1640:Met coke grade I:A12.5 S0.65;准一级冶金焦:1530:Met coke quasi grade I:A13 S0.7;硅铁72%:5620:Ferrosilicon 72%:FeSi72;硅锰6517:5780:Silicomanganese 6517:FeMn65Si17;高碳铬铁:8050:High-carbon ferrochrome:
不锈钢|无锡 佛山|市场价 inquiry 14:30 w|仓库自提|50|70|304冷轧卷:13350:304 CRC:2.0×1240×C:太钢;316L冷轧卷:24100:316L CRC:2.0×1240×C:太钢;201冷轧卷:8350:201 CRC J2:1.0×1240×C:;430冷轧卷:7550:430 CRC:2.0×1240×C:
铜|上海 广东 天津|现货均价 deal 11:00 w|仓单自提|10|110|1号电解铜:86500:Copper cathode No.1:Cu≥99.95%;平水铜:86420:Standard copper cathode:Cu≥99.95%;废铜光亮线:78600:Bare bright copper scrap:Cu≥99%;铜杆8mm:87150:Copper rod 8 mm:T1
铝|上海 佛山 巩义|现货均价 deal 11:00 w|仓单自提|10|80|A00铝锭:21450:Aluminium ingot A00:Al≥99.7%;氧化铝:2860:Alumina:一级;铝棒6063:21750:Aluminium billet 6063:Φ90;铝合金锭ADC12:21050:Aluminium alloy ADC12:
铅锌|上海 广东 天津|现货均价 deal 11:00 w|仓单自提|10|90|1号铅锭:17150:Lead ingot No.1:Pb≥99.994%;0号锌锭:22450:Zinc ingot No.0:Zn≥99.995%;还原铅:16850:Secondary lead:Pb≥98%
镍锡|上海 江西|现货均价 deal 11:00 w|仓单自提|50|120|1号电解镍:120600:Nickel cathode No.1:Ni≥99.9%:金川;硫酸镍:28300:Nickel sulphate:电池级;1号锡锭:289500:Tin ingot No.1:Sn≥99.9%:云锡
小金属|昆明 湖南 成都|出厂价 inquiry 14:30 w|现款含税|50|60|金属硅441:9650:Silicon metal 441:;金属硅553:9200:Silicon metal 553:通氧;电解锰:14600:Electrolytic manganese:Mn≥99.7%;1号锑锭:148500:Antimony ingot No.1:Sb≥99.65%;金属镁:16900:Magnesium ingot:Mg≥99.9%;海绵钛:48500:Titanium sponge:1级
稀土|包头 赣州|出厂价 inquiry 16:00 1,3,5|现款含税|500|90|氧化镨钕:548000:Pr-Nd oxide:≥99%;金属镨钕:668000:Pr-Nd metal:≥99%;氧化镝:1610000:Dysprosium oxide:≥99.5%
金银|上海|现货价 deal 17:30 w|金交所交割|1|90|黄金AU9999:936:Gold Au99.99:;黄金AU9995:935:Gold Au99.95:;白银1号:11:Silver No.1:Ag≥99.99%
铂族|上海|现货价 estimate 17:30 t|款到发货|10|120|铂金:372:Platinum:Pt≥99.95%;钯金:338:Palladium:Pd≥99.95%;铑:1790:Rhodium:Rh≥99.95%
锂电原料|江西 四川 青海|现货价 deal 17:00 w|送到含税|100|130|电池级碳酸锂:88600:Battery-grade lithium carbonate:≥99.5%;工业级碳酸锂:86300:Industrial-grade lithium carbonate:≥99.2%;氢氧化锂:80500:Lithium hydroxide:粗颗粒;硫酸钴:88500:Cobalt sulphate:Co≥20.5%
电池材料|华东 华南|出厂价 inquiry 17:00 2,4|送到含税|100|50|磷酸铁锂:37200:LFP cathode:动力型;三元材料523:136000:NCM 523:动力型;人造石墨:31500:Artificial graphite:中端;电解液:23800:Electrolyte:磷酸铁锂用
光伏|全国|成交均价 deal 16:00 3|出厂含税|100|40|多晶硅致密料:52000:Polysilicon dense:N型;多晶硅菜花料:48500:Polysilicon cauliflower:
水泥|南京 广州 成都 西安|出厂价 listing 16:00 1,4|散装自提|5|40|P.O42.5散装:318:Cement P.O 42.5 bulk:散装:海螺;P.C42.5:286:Cement P.C 42.5:;熟料:262:Clinker:
玻璃|沙河 华中 华南|出厂价 listing 16:00 w|车板|5|70|浮法玻璃5mm:1160:Float glass 5 mm:;浮法玻璃12mm:1320:Float glass 12 mm:;石英砂:248:Silica sand:低铁
防水沥青|山东 华东 华南|出厂价 listing 11:30 w|自提|10|60|70号重交沥青:3460:Bitumen 70#:;90号重交沥青:3520:Bitumen 90#:;改性沥青SBS:4180:SBS modified bitumen:
谷物|锦州港 山东 河南|收购价 inquiry 11:00 w|平舱|5|40|玉米:2240:Maize:水分14.5%;玉米淀粉:2680:Corn starch:一级;小麦:2460:Wheat:三等;粳稻:2820:Japonica paddy:
油脂油料|张家港 日照 东莞|现货价 deal 16:00 w|出厂|10|90|豆粕43%:3060:Soybean meal 43%:;一级豆油:8380:Soybean oil grade I:;24度棕榈油:8760:RBD palm olein 24°C:;菜粕:2540:Rapeseed meal:;花生油:14600:Peanut oil:一级
棉糖|新疆 山东 广西|现货价 inquiry 17:00 w|仓库自提|10|60|3128B皮棉:14850:Cotton lint 3128B:;棉纱32S:20600:Cotton yarn 32S:普梳;白砂糖:5620:White sugar:一级
畜禽|河南 四川 广东 山东|出场价 inquiry 11:00 w|出场|50|110|外三元生猪:12600:Hog:110-130kg;仔猪:26800:Piglet:7kg;鸡蛋:6380:Eggs:红壳;白羽肉鸡:7350:Broiler:
饲料|华东 华南|出厂价 inquiry 14:30 t|送到|50|50|鱼粉:12900:Fishmeal:65%秘鲁;赖氨酸98.5%:7450:Lysine 98.5%:;蛋氨酸:19600:Methionine:固体
纸浆|山东 江浙沪|现货价 inquiry 14:30 w|含税自提|10|70|针叶浆:5560:NBSK pulp::银星;阔叶浆:4350:BHK pulp::金鱼;本色浆:5080:UKP pulp::金星
成品纸|山东 广东 河北|出厂价 listing 14:30 m|送到|50|30|双胶纸70g:5050:Offset paper 70 gsm:;铜版纸157g:5180:Coated paper 157 gsm:;白卡纸250g:4260:Ivory board 250 gsm:;箱板纸:3620:Kraftliner:160g
废纸|山东 广东 浙江|收购价 inquiry 11:30 w|到厂|10|60|黄板纸A级:1610:OCC grade A:;书本纸:1780:Book paper scrap:
`

/** 市场|英文|所在地区 */
export const quoteMarkets = `
上海|Shanghai|上海市
杭州|Hangzhou|杭州市
北京|Beijing|北京市
广州|Guangzhou|广州市
天津|Tianjin|天津市
乐从|Lecong|佛山市
武汉|Wuhan|武汉市
唐山|Tangshan|唐山市
张家港|Zhangjiagang|苏州市
武安|Wu'an|邯郸市
青岛|Qingdao|青岛市
青岛港|Qingdao port|青岛市
日照|Rizhao|日照市
日照港|Rizhao port|日照市
曹妃甸港|Caofeidian port|唐山市
天津港|Tianjin port|天津市
吕梁|Lüliang|吕梁市
宁夏|Ningxia|宁夏回族自治区
无锡|Wuxi|无锡市
佛山|Foshan|佛山市
巩义|Gongyi|郑州市
广东|Guangdong|广东省
江西|Jiangxi|江西省
昆明|Kunming|昆明市
湖南|Hunan|湖南省
成都|Chengdu|成都市
包头|Baotou|包头市
赣州|Ganzhou|赣州市
四川|Sichuan|四川省
青海|Qinghai|青海省
全国|China|
南京|Nanjing|南京市
西安|Xi'an|西安市
沙河|Shahe|邢台市
山东|Shandong|山东省
河北|Hebei|河北省
河南|Henan|河南省
湖北|Hubei|湖北省
江苏|Jiangsu|江苏省
福建|Fujian|福建省
浙江|Zhejiang|浙江省
云南|Yunnan|云南省
新疆|Xinjiang|新疆维吾尔自治区
广西|Guangxi|广西壮族自治区
锦州港|Jinzhou port|锦州市
东莞|Dongguan|东莞市
秦皇岛港|Qinhuangdao port|秦皇岛市
太原|Taiyuan|太原市
榆林|Yulin|榆林市
华东|East China|
华南|South China|
华北|North China|
华中|Central China|
江浙沪|Yangtze delta|
`

/** 价格类型|英文 */
export const quoteTypes: Readonly<Record<string, string>> = {
  市场价: 'market price',
  出厂价: 'ex-works',
  现货价: 'spot',
  现货均价: 'spot average',
  批发价: 'wholesale',
  平仓价: 'FOB price',
  港口现货价: 'port stock price',
  收购价: 'purchase price',
  出场价: 'farm-gate price',
  成交均价: 'deal average',
}
