BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	table_id VARCHAR(32) NOT NULL, 
	seq BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	prev VARCHAR(64) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq)
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('aabbccddeeffgg',1,1,'opened','0000000000000000000000000000000000000000000000000000000000000000','{"is":"opened","game":"thumbs-up","rules":"1","seats":2,"options":{},"settings":{"clock":"off","listed":false,"watchers":"off","history":false,"chat":true,"fill":"bots","bot":"random","standing":false},"code":"cccccccccccccccccccccc"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',2,2,'sat','4d45203db350299c7ebc5d1a115f36c6e63e3010d53a4bcb4e78c4b9b24e4a7b','{"is":"sat","seat":0,"name":"Ada","token":"66d34fba71f8f450f7e45598853e53bfc23bbd129027cbb131a2f4ffd7878cd0"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',3,3,'sat','62ca531ef11dff076305335e2e8f2ff4d6e12ffd025a50750f706f512da54f7f','{"is":"sat","seat":1,"name":"Elif","token":"f01b57226261ae3756b93936e1c4e6b849f9a5b0933fa3b91843bf4195b9d964"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',4,4,'dealt','447a247ba21e880d0b1044524276f11efe012e55f4a86974483bdc1468058bae','{"is":"dealt","secret":"0000000000000000000000000000000000000000000000000000000000000000"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',5,5,'gave','2ceb012600f989d33a3c84aec2b3f77a995630923806091c6f9aa38fec276566','{"is":"gave","seat":0,"share":"00000000000000000000000000000000"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',6,6,'gave','117701043791b933639a82e964c006d54b43eff9859e6552bd55b04613003cc0','{"is":"gave","seat":1,"share":"00000000000000000000000000000001"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',7,7,'began','9fbdfbd6e4627487f3937317d6ef1a1e7aaa7b87b42f4e72154186e029284dc5','{"is":"began"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',8,8,'moved','b4c1ba94c512914c18b474aeeb329e0a4912890dbbf7cb2b8d0515de22368ff6','{"is":"moved","seat":1,"texts":["draw"],"id":"m7"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',9,9,'moved','4d8d59741f2525c47076678a0807afd55e44afeaec39a7a4c3c4ca414ed8fa5f','{"is":"moved","seat":1,"texts":["discard O."],"id":"m8"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',10,10,'moved','594ab3693526ef05bf694407a05e68ed6d6aa149ad9fd04591ae558774966601','{"is":"moved","seat":0,"texts":["take"],"id":"m9"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',11,11,'moved','8429c32a10dc4ac8c04b6952d5b99fef499a5b70b4492f3b666c5e9dae368769','{"is":"moved","seat":0,"texts":["discard BV"],"id":"m10"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',12,12,'moved','4d3bc311f6770e990ee716f32418754d69e334b4ef44857724d84eea2e60863b','{"is":"moved","seat":1,"texts":["take"],"id":"m11"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',13,13,'moved','626f314cd92393b79697d0885c0b3f48380af03194da0049ceda958b1034b7fb','{"is":"moved","seat":1,"texts":["discard O-"],"id":"m12"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',14,14,'moved','e8f3de902c7af389fa63c13d7d6a2cd544e913591113a85cea4e79eb5a5d8b22','{"is":"moved","seat":0,"texts":["take"],"id":"m13"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',15,15,'moved','205d57d850ccb96f1f37c93730700aa40b1b08ff013b5e3d824d2bcd9a7fe2b7','{"is":"moved","seat":0,"texts":["discard O."],"id":"m14"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',16,16,'moved','22e1976ef8d7827b4c8a14b6e06c89b1bbc6991dd7ae5a96e05759f8a26c4174','{"is":"moved","seat":1,"texts":["take"],"id":"m15"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',17,17,'moved','dd72c26912f8b2c726774712ab890a45c38bb8360a4ae99293e9b7e7e47882e4','{"is":"moved","seat":1,"texts":["discard B."],"id":"m16"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',18,18,'moved','4662eee738a84f08616db6b7e7c998b4d24ba746606f041b50ef7b1b520a7da5','{"is":"moved","seat":0,"texts":["draw"],"id":"m17"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',19,19,'moved','40741d010f2b55b5794efd413615c224c2711ebb92f56c7162f553ea4975a794','{"is":"moved","seat":0,"texts":["discard O-"],"id":"m18"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',20,20,'moved','84dc246adfb901a2d591f34e5b424377ff472526dc7cf0c63602af8fb2a2768d','{"is":"moved","seat":1,"texts":["draw"],"id":"m19"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',21,21,'moved','9327cdb2f8a9051060f1e67f30a72a20f2a94d52ea270ac811d2d903ea81fd83','{"is":"moved","seat":1,"texts":["discard OV"],"id":"m20"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',22,22,'moved','14558c4bebcdd07cdb4d555176dad32e6101d20edfeeb6a9d84e7e687646d1a1','{"is":"moved","seat":0,"texts":["take"],"id":"m21"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',23,23,'moved','4533457f8275472101c01e1916e3a0b7226845b2586812da56e82568d42b6b2c','{"is":"moved","seat":0,"texts":["discard B-"],"id":"m22"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',24,24,'moved','5e4226e572ef70f2badd3ce70e9102516788e211a89f5c589806cdc7a9ce6583','{"is":"moved","seat":1,"texts":["draw"],"id":"m23"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',25,25,'moved','95c411114e82087315e798dabdc8e80f048d5f7f172dfe810a1c2b1864a9d4df','{"is":"moved","seat":1,"texts":["discard O."],"id":"m24"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',26,26,'moved','8199900f15c83026f8b3910700fb913b06799cb2151bff22411fc96b0a62378c','{"is":"moved","seat":0,"texts":["draw"],"id":"m25"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',27,27,'moved','d2a99579571f0f2cf013c84c699f586468dc22b7a80f0f0e914a101d565232f7','{"is":"moved","seat":0,"texts":["discard OV"],"id":"m26"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',28,28,'moved','c254920915728317469fc76fad6e36a30d672672ecfa6909b530bd9cb1d4ef8c','{"is":"moved","seat":1,"texts":["take"],"id":"m27"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',29,29,'moved','29f8eb67307c9e851bcec127a1f6f7ec4a059ee8ea1347f0d40afb0725e66ebd','{"is":"moved","seat":1,"texts":["discard K."],"id":"m28"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',30,30,'moved','b4ecf8f755229db71fe3f224488f3aeb3897f8a3992003e4bc7604820080eac6','{"is":"moved","seat":0,"texts":["take"],"id":"m29"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',31,31,'moved','f0845152ea65726fd3d0364520467b9e4ee5e1dd0be477dc098c8734a8086fd4','{"is":"moved","seat":0,"texts":["discard G."],"id":"m30"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',32,32,'moved','1a6921d0f83b6f558a87c3e57682b885b25e665f6d7724bd9c666b2adf8bef20','{"is":"moved","seat":1,"texts":["draw"],"id":"m31"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',33,33,'moved','fb6bb4b845a8606a940f83ce8c5d0e65c4444043888e342f652ecbea2d8e5bcb','{"is":"moved","seat":1,"texts":["discard K-"],"id":"m32"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',34,34,'moved','a22e5d258628821a59ea0c11d3d9b0a2aedda5086ab0ef7f1e1f021af392408a','{"is":"moved","seat":0,"texts":["draw"],"id":"m33"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',35,35,'moved','88efec1e7c1ee94d20bf332fa3fb57668107674fca898342b6e119a5a3b3f96d','{"is":"moved","seat":0,"texts":["discard KV"],"id":"m34"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',36,36,'moved','9ea17ba827f0f28af4a949df58cfc075486550ddacdbb4765d8481a11e13841b','{"is":"moved","seat":1,"texts":["take"],"id":"m35"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',37,37,'moved','a970bb66c304a6b6e52604588df5fc1fe70ef024b3cb1362885d5247f36f643b','{"is":"moved","seat":1,"texts":["discard O."],"id":"m36"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',38,38,'moved','e9a48b41ab94611b8182272f42e4fbcf2e91825902e7a55b7a55103561b1fcf0','{"is":"moved","seat":0,"texts":["take"],"id":"m37"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',39,39,'moved','05ccb48f209ae8a183642a5fbdec8261cf563f782923a03a708d150d2e91906c','{"is":"moved","seat":0,"texts":["discard R."],"id":"m38"}');
INSERT INTO "events" VALUES('aabbccddeeffgg',40,40,'moved','067a805ea566ddef249e93af5ccbfbc9e432f16e3999650a44254c8eab6099bd','{"is":"moved","seat":1,"texts":["draw"],"id":"m39"}');
CREATE INDEX events_signs ON events (table_id, seq) WHERE kind NOT IN ('moved', 'undone');
COMMIT;
