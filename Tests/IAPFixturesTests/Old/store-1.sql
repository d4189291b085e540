PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  appKey TEXT NOT NULL CHECK (appKey <> ''),
  appSeq INTEGER NOT NULL CHECK (appSeq > 0),
  clock INTEGER CHECK (clock BETWEEN -12212553600000 AND 253402300799999),
  identity TEXT NOT NULL CHECK (identity <> '')
) STRICT;
INSERT INTO store VALUES(1,'sample-app-key',1000047,1768467600000,'8d368907f5399cd4');
CREATE TABLE market (
  id INTEGER PRIMARY KEY,
  storeCode TEXT NOT NULL UNIQUE CHECK (storeCode <> ''),
  packageName TEXT,
  available INTEGER NOT NULL CHECK (available IN (0, 1))
) STRICT;
INSERT INTO market VALUES(1,'AS','com.example.game',1);
INSERT INTO market VALUES(2,'GG','com.example.game.android',1);
INSERT INTO market VALUES(3,'ONESTORE','com.example.game.one',1);
CREATE TABLE product (
  id INTEGER PRIMARY KEY,
  productIdentifier TEXT NOT NULL CHECK (productIdentifier <> ''),
  productSeq INTEGER NOT NULL UNIQUE,
  productName TEXT,
  productType TEXT NOT NULL CHECK (productType IN
    ('CONSUMABLE', 'AUTO_RENEWABLE', 'CONSUMABLE_AUTO_RENEWABLE', 'UNKNOWN')),
  storeCode TEXT NOT NULL CHECK (storeCode <> ''),
  price TEXT CHECK (price GLOB '[0-9]*' AND price NOT GLOB '*[^0-9.]*' AND price NOT GLOB '*.*.*' AND price NOT GLOB '*.' AND price NOT GLOB '0[0-9]*'),
  currency TEXT CHECK (currency <> ''),
  localizedTitle TEXT,
  localizedDescription TEXT,
  localizedPrice TEXT,
  active INTEGER NOT NULL CHECK (active IN (0, 1)),
  inStore INTEGER NOT NULL CHECK (inStore IN (0, 1)),
  period TEXT,
  UNIQUE (storeCode, productIdentifier),
  UNIQUE (id, productType),
  CHECK ((period IS NOT NULL)
    = (productType IN ('AUTO_RENEWABLE', 'CONSUMABLE_AUTO_RENEWABLE')))
) STRICT;
INSERT INTO product VALUES(1,'gem.100',1000292,'100 gems','CONSUMABLE','AS','1500','KRW','보석 100개','보석 100개 묶음','₩1,500',1,1,NULL);
INSERT INTO product VALUES(2,'gem.550',1000293,'550 gems','CONSUMABLE','AS','4.99','USD','550 gems',NULL,'$4.99',1,1,NULL);
INSERT INTO product VALUES(3,'vip.month',1000294,'VIP','AUTO_RENEWABLE','AS','9900','KRW','VIP 한 달',NULL,'₩9,900',1,1,'P1M');
INSERT INTO product VALUES(4,'chest.week',1000295,'Weekly chest','CONSUMABLE_AUTO_RENEWABLE','AS','2.29','EUR','Weekly chest',NULL,'2,29 €',1,1,'P1W');
INSERT INTO product VALUES(5,'coin_500',1000296,'500 coins','CONSUMABLE','GG','600','JPY','コイン500枚',NULL,'¥600',1,1,NULL);
INSERT INTO product VALUES(6,'vip_month',1000297,'VIP','AUTO_RENEWABLE','GG','980','JPY','VIP 1か月',NULL,'¥980',1,1,'P1M');
INSERT INTO product VALUES(7,'starter.pack',1000298,'Starter pack','CONSUMABLE','ONESTORE','3300','KRW','스타터 팩',NULL,'₩3,300',1,1,NULL);
INSERT INTO product VALUES(8,'skin.dragon',1000299,'Dragon skin (not yet in the App Store)','CONSUMABLE','AS','5900','KRW',NULL,NULL,NULL,1,0,NULL);
INSERT INTO product VALUES(9,'gem.old',1000290,'80 gems (no longer sold)','CONSUMABLE','AS','1200','KRW',NULL,NULL,NULL,0,1,NULL);
CREATE TABLE user (
  id INTEGER PRIMARY KEY,
  userID TEXT NOT NULL UNIQUE CHECK (userID <> ''),
  paymentsAllowed INTEGER NOT NULL CHECK (paymentsAllowed IN (0, 1)),
  storeAccountReadable INTEGER NOT NULL CHECK (storeAccountReadable IN (0, 1))
) STRICT;
INSERT INTO user VALUES(1,'alice',1,1);
INSERT INTO user VALUES(2,'bob',1,1);
INSERT INTO user VALUES(3,'carol',1,1);
INSERT INTO user VALUES(4,'dave',0,0);
INSERT INTO user VALUES(5,'erin',1,1);
INSERT INTO user VALUES(6,'frank',1,1);
CREATE TABLE monthlyLimit (
  userID TEXT NOT NULL REFERENCES user (userID),
  currency TEXT NOT NULL CHECK (currency <> ''),
  amount TEXT NOT NULL CHECK (amount GLOB '[0-9]*' AND amount NOT GLOB '*[^0-9.]*' AND amount NOT GLOB '*.*.*' AND amount NOT GLOB '*.' AND amount NOT GLOB '0[0-9]*'),
  PRIMARY KEY (userID, currency)
) STRICT, WITHOUT ROWID;
INSERT INTO monthlyLimit VALUES('erin','KRW','10000');
CREATE TABLE purchase (
  id INTEGER PRIMARY KEY,
  paymentSeq TEXT NOT NULL UNIQUE
    CHECK (paymentSeq <> '' AND paymentSeq NOT GLOB '*[^0-9]*'),
  userID TEXT NOT NULL CHECK (userID <> ''),
  productID INTEGER NOT NULL,
  productType TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN
    ('RESERVED', 'CHARGED', 'SUCCESS', 'USER_CLOSE', 'FAILURE', 'REFUND')),
  consumed INTEGER NOT NULL CHECK (consumed IN (0, 1)),
  price TEXT CHECK (price GLOB '[0-9]*' AND price NOT GLOB '*[^0-9.]*' AND price NOT GLOB '*.*.*' AND price NOT GLOB '*.' AND price NOT GLOB '0[0-9]*'),
  currency TEXT CHECK (currency <> ''),
  accessToken TEXT NOT NULL CHECK (accessToken <> ''),
  transactionIdentifier TEXT NOT NULL UNIQUE CHECK (transactionIdentifier <> ''),
  originalTransactionIdentifier TEXT CHECK (originalTransactionIdentifier <> ''),
  purchaseTime INTEGER NOT NULL CHECK (purchaseTime BETWEEN -12212553600000 AND 253402300799999),
  expiryTime INTEGER CHECK (expiryTime BETWEEN -12212553600000 AND 253402300799999),
  status TEXT CHECK (status IN ('ACTIVE', 'CANCELED', 'ON_HOLD', 'IN_GRACE_PERIOD',
    'PAUSED', 'REVOKED', 'EXPIRED', 'UNKNOWN')),
  storePayment INTEGER NOT NULL CHECK (storePayment IN (0, 1)),
  sandboxPayment INTEGER NOT NULL CHECK (sandboxPayment IN (0, 1)),
  payload TEXT,
  subscriptionKey TEXT NOT NULL GENERATED ALWAYS AS
    (coalesce(originalTransactionIdentifier, transactionIdentifier)) STORED,
  FOREIGN KEY (productID, productType) REFERENCES product (id, productType),
  CHECK (consumed = 0 OR (state = 'SUCCESS'
    AND productType IN ('CONSUMABLE', 'CONSUMABLE_AUTO_RENEWABLE'))),
  CHECK ((expiryTime IS NOT NULL)
    = (productType IN ('AUTO_RENEWABLE', 'CONSUMABLE_AUTO_RENEWABLE'))),
  CHECK (status IS NULL OR (state IN ('SUCCESS', 'REFUND')
    AND productType IN ('AUTO_RENEWABLE', 'CONSUMABLE_AUTO_RENEWABLE')))
) STRICT;
INSERT INTO purchase VALUES(1,'2026011210000001','alice',1,'CONSUMABLE','SUCCESS',0,'1500','KRW','sample-token-alice-1','1000000000000001',NULL,1768216800000,NULL,NULL,0,0,'slot-3');
INSERT INTO purchase VALUES(2,'2026011410000001','alice',5,'CONSUMABLE','SUCCESS',0,'600','JPY','sample-token-alice-2','GPA.3375-2193-1175-57698',NULL,1768428310500,NULL,NULL,0,0,NULL);
INSERT INTO purchase VALUES(3,'2026011010000001','alice',2,'CONSUMABLE','SUCCESS',1,'4.99','USD','kKBLqJMJ6kb1VhObZN12INtA2aCfgV-GkBHslXOVcSyzcV91o6i5hXfU6vxI8oAc','1000000000000002',NULL,1768032000000,NULL,NULL,0,0,NULL);
INSERT INTO purchase VALUES(4,'2026010810000001','alice',1,'CONSUMABLE','REFUND',0,'1500','KRW','oWMBeumIuYW3MOfLUkg6ML2w8yf7FRDXI12cdRSW8lwtibLk1eet9po2Omnmx3VO','1000000000000003',NULL,1767859200000,NULL,NULL,0,0,NULL);
INSERT INTO purchase VALUES(5,'2026010110000001','bob',3,'AUTO_RENEWABLE','SUCCESS',0,'9900','KRW','EyVhpQiAaxb1KHS2CoHMeBWKAloRhWC68Ug-pDWcUxD3OSSLO7A36XvNcIZjvdqZ','1000000000000004','1000000000000004',1767225600000,1769904000000,'ACTIVE',0,0,NULL);
INSERT INTO purchase VALUES(6,'2026011110000001','bob',4,'CONSUMABLE_AUTO_RENEWABLE','SUCCESS',0,'2.29','EUR','6qq0VkAsSzJJJ9n3VFleIDuTimwvnkI6i9XvvHxRo1eTWGWhv5LVYEGIK_uucPOI','1000000000000005','1000000000000005',1768159800000,1768764600000,'CANCELED',0,0,NULL);
INSERT INTO purchase VALUES(7,'2025112010000001','carol',6,'AUTO_RENEWABLE','SUCCESS',0,'980','JPY','k2H5rOvmkURtQ92zgpOgYPP07-JhAyk9YDZHZcDQ7t4wiSHSZYbSGYVfDjs5c9vs','GPA.3375-2193-1175-57699','GPA.3375-2193-1175-57699',1763596800000,1766188800000,'EXPIRED',0,0,NULL);
INSERT INTO purchase VALUES(8,'2026010510000001','erin',7,'CONSUMABLE','SUCCESS',1,'3300','KRW','DG5NJdOToiXNydh0ST0CAn7zRSLhBoW3JoEZt61g_SWk9PWDbJhCV_bSkIIAzPAM','1000000000000006',NULL,1767607200000,NULL,NULL,0,0,NULL);
INSERT INTO purchase VALUES(9,'2026010610000001','erin',1,'CONSUMABLE','SUCCESS',1,'6000','KRW','Rc5udxD1usoLpaOGcMM0JQGxL_CmpGbuZGXosp8vx1TfRMlWcVR8f3pZagp50Ina','1000000000000007',NULL,1767693600000,NULL,NULL,0,0,NULL);
INSERT INTO purchase VALUES(10,'2026011510000001','frank',1,'CONSUMABLE','CHARGED',0,'1500','KRW','3Mj-1EqFsXuDqXjFSBFcjc3sKfmIQo-jVOlga8HVsw1-5uRG_Q1yeR3lx2wfEDhZ','1000000000000008',NULL,1768467540000,NULL,NULL,0,0,NULL);
CREATE TABLE receipt (
  id INTEGER PRIMARY KEY,
  userID TEXT NOT NULL CHECK (userID <> ''),
  productID INTEGER NOT NULL REFERENCES product (id),
  transactionIdentifier TEXT NOT NULL UNIQUE CHECK (transactionIdentifier <> ''),
  originalTransactionIdentifier TEXT CHECK (originalTransactionIdentifier <> ''),
  purchaseTime INTEGER NOT NULL CHECK (purchaseTime BETWEEN -12212553600000 AND 253402300799999),
  expiryTime INTEGER CHECK (expiryTime BETWEEN -12212553600000 AND 253402300799999),
  applicationUsername TEXT CHECK (applicationUsername <> '')
) STRICT;
INSERT INTO receipt VALUES(1,'carol',4,'1000000000000009','1000000000000009',1768262400000,1768867200000,'carol');
INSERT INTO receipt VALUES(2,'frank',1,'1000000000000008',NULL,1768467540000,NULL,'frank');
CREATE TABLE deferral (
  id INTEGER PRIMARY KEY,
  userID TEXT NOT NULL CHECK (userID <> ''),
  productID INTEGER NOT NULL REFERENCES product (id),
  UNIQUE (userID, productID)
) STRICT;
CREATE TABLE fault (
  id INTEGER PRIMARY KEY,
  operation TEXT NOT NULL CHECK (operation IN ('products', 'purchase', 'unconsumed',
    'consume', 'subscriptions', 'restore', 'reprocess')),
  domain TEXT NOT NULL CHECK (domain IN ('com.nhncloud.iap', 'com.nhncloud.http')),
  code INTEGER NOT NULL CHECK (
    (domain = 'com.nhncloud.iap' AND code BETWEEN 0 AND 18)
    OR (domain = 'com.nhncloud.http' AND code BETWEEN 100 AND 107)),
  after INTEGER NOT NULL CHECK (after IN (0, 1)),
  skip INTEGER NOT NULL CHECK (skip >= 0),
  times INTEGER NOT NULL CHECK (times >= 1),
  used INTEGER NOT NULL CHECK (used >= 0),
  product TEXT,
  user TEXT,
  delay TEXT,
  CHECK (after = 0 OR operation IN ('purchase', 'consume', 'restore', 'reprocess'))
) STRICT;
CREATE INDEX purchaseUnconsumed ON purchase (purchaseTime, paymentSeq)
  WHERE state = 'SUCCESS' AND consumed = 0
    AND productType IN ('CONSUMABLE', 'CONSUMABLE_AUTO_RENEWABLE');
CREATE INDEX purchaseUnconsumedOfUser ON purchase (userID, purchaseTime, paymentSeq)
  WHERE state = 'SUCCESS' AND consumed = 0
    AND productType IN ('CONSUMABLE', 'CONSUMABLE_AUTO_RENEWABLE');
CREATE INDEX purchaseOfUser ON purchase (userID, purchaseTime, id);
CREATE INDEX purchaseDue ON purchase (expiryTime, id)
  WHERE status IN ('ACTIVE', 'CANCELED');
CREATE INDEX purchaseIncomplete ON purchase (userID, productID)
  WHERE state IN ('RESERVED', 'CHARGED');
CREATE UNIQUE INDEX subscriptionCurrent ON purchase (subscriptionKey)
  WHERE status IS NOT NULL;
CREATE INDEX purchaseOfSubscription ON purchase (subscriptionKey, expiryTime, id)
  WHERE expiryTime IS NOT NULL;
CREATE INDEX receiptOfUser ON receipt (userID, purchaseTime, id);
CREATE INDEX receiptOfSubscription ON receipt (originalTransactionIdentifier);
COMMIT;
