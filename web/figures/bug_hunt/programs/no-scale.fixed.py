import torch

def attention(Q, K, V):
    S = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    S = S - S.amax(dim=-1, keepdim=True)
    P = torch.exp(S)
    P = P / P.sum(dim=-1, keepdim=True)
    return P @ V
