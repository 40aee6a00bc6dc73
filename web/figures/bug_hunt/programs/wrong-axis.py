import torch

def attention(Q, K, V):
    c = K.shape[-1] ** 0.5
    S = Q @ K.transpose(-2, -1) / c
    P = torch.softmax(S, dim=-2)
    return P @ V
